import type { AdminCharacter, InventoryEntry } from '@waygate/contract/deliveries/deliveries.admin.schemas';
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
    label: labelOf(row),
    quantity: row.quantity,
    pending: row.pending,
    availableUntil: isoOrNull(row.availableUntil),
    lastDeliveredAt: isoOrNull(row.lastDeliveredAt),
  };
}

function labelOf({ kind, itemId, label }: InventoryRow): string {
  switch (kind) {
    case 'item':
      return label ?? `Item ${itemId}`;
    case 'benefit':
      return `Benefit ${itemId}`;
    case 'premium_coins':
    case 'second_coins':
      return label ?? 'Coins';
    case 'club_days':
      return 'Club days';
    case 'founder_package':
      return 'Founder package';
    case 'veteran_package':
      return 'Veteran package';
    case 'content_creator_package':
      return 'Content creator package';
    case 'staff_package':
      return 'Staff package';
  }
}

function isoOrNull(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
