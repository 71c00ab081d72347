import type { ItemGrant } from '@waygate/contract/actions/actions.schemas';
import {
  type GrantedItem,
  itemGrantKey,
  queueDeliveries,
  selectGrantedItem,
} from '#features/deliveries/deliveries.ts';
import { selectServerNames } from '#features/game-servers/game-servers.ts';
import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, invalid } from '#platform/errors/app-error.ts';

/**
 * Sends a player an item, once for each request id.
 *
 * @returns the delivery
 * @throws what `asStaff` throws; validation_failed for the game server; conflict when the request id was used for
 *   another item
 */
export function grantItem(
  db: Database,
  staff: Staff,
  { accountId, requestId, reason, serverId: asked, itemId, quantity }: ItemGrant & { accountId: number },
): Promise<{ deliveryId: number }> {
  const right = { section: 'actions', accountId, givesValue: true } as const;
  // The account's lock makes repeated requests wait for the first.
  return asStaff(db, staff, right, async ({ tx }) => {
    const grant = { serverId: await chooseServer(tx, asked), itemId, quantity };
    const idempotencyKey = itemGrantKey({ accountId, requestId });
    const known = await selectGrantedItem(tx, idempotencyKey);
    if (known && !isSame(known, grant))
      throw conflict('Another item was sent with this request. Reload the page.');
    if (known) return unchanged({ deliveryId: known.id });
    await queueDeliveries(tx, [{ accountId, idempotencyKey, kind: 'item', ...grant }]);
    const queued = await selectGrantedItem(tx, idempotencyKey);
    if (!queued) throw new Error('The grant was not queued.');
    return audited(
      {
        kind: 'action.grant_item',
        target: accountId,
        after: { ...grant, deliveryId: queued.id },
        spends: { items: quantity },
        reason,
      },
      { deliveryId: queued.id },
    );
  });
}

async function chooseServer(tx: Transaction, asked: number | undefined): Promise<number> {
  const servers = await selectServerNames(tx);
  const [only] = servers;
  const chosen = asked === undefined && servers.length === 1 ? only : servers.find(({ id }) => id === asked);
  if (chosen) return chosen.id;
  const message = asked === undefined ? 'Choose the game server.' : 'There is no such game server.';
  throw invalid(message, { serverId: message });
}

function isSame(known: GrantedItem, grant: Omit<GrantedItem, 'id'>): boolean {
  return (
    known.serverId === grant.serverId && known.itemId === grant.itemId && known.quantity === grant.quantity
  );
}
