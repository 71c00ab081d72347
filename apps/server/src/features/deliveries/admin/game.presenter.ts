import type { AdminCharacter, InventoryEntry } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { contentLabel } from '#features/deliveries/content-labels.ts';
import type { ListedCharacter } from './character-list.queries.ts';
import type { InventoryRow } from './inventory.queries.ts';

export function presentCharacter(row: ListedCharacter): AdminCharacter {
  return {
    accountDBID: row.accountId,
    userName: row.userName,
    serverId: row.serverId,
    serverName: row.serverName,
    characterId: row.characterId,
    online: row.isOnline,
    name: row.name,
    level: row.level,
    class: row.class,
    reportedAt: new Date(row.reportedAt).toISOString(),
  };
}

export function presentInventoryEntry(row: InventoryRow): InventoryEntry {
  const { kind, itemId } = row;
  return {
    accountDBID: row.accountId,
    userName: row.userName,
    serverId: row.serverId,
    serverName: row.serverName,
    kind,
    itemId: itemId === 0 ? null : itemId,
    label: contentLabel(row),
    quantity: row.quantity,
    pending: row.pending,
    availableUntil: isoOrNull(row.availableUntil),
    lastDeliveredAt: isoOrNull(row.lastDeliveredAt),
  };
}

function isoOrNull(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
