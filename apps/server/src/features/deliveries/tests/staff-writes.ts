import { sql } from 'drizzle-orm';
import { queueItems } from '#test/bridge.ts';
import { createTestAccount } from '#test/factories.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { onAccount, onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onAccount('retryDelivery', 'retries a delivery', { givesValue: true, prepare: ofRetry }),
  onAccount('cancelDelivery', 'cancels a delivery', { givesValue: true, prepare: ofDecision }),
  onAccount('markDelivered', 'marks a delivery as delivered', { givesValue: true, prepare: ofDecision }),
  onRecord('keepReceipt', 'keeps a receipt without a delivery', async (shop) => {
    const { id, body } = await ofReceipt(shop);
    return { id, body };
  }),
  onAccount('revokeReceipt', 'revokes a receipt without a delivery', {
    givesValue: false,
    prepare: ofReceipt,
  }),
  onRecord('retryDeliveries', 'retries failed deliveries', async (shop) => {
    const { accountId: account } = await ofDeadDelivery(shop);
    return { body: { account } };
  }),
];

async function ofRetry(shop: Shop) {
  return { ...(await ofDeadDelivery(shop)), body: {} };
}

async function ofDecision(shop: Shop) {
  return { ...(await ofDeadDelivery(shop)), body: { reason: 'Given by hand' } };
}

async function ofDeadDelivery(shop: Shop) {
  const [queued] = await queueItems(shop, 1);
  const { rows } = await shop.parts.db.execute<{ id: number }>(sql`
    update deliveries set state = 'dead', settled_at = now()
    where account_id = ${queued?.accountId} returning id::int as id`);
  return { id: rows[0]?.id ?? 0, accountId: queued?.accountId ?? 0 };
}

async function ofReceipt(shop: Shop) {
  const accountId = await createTestAccount(shop.parts.db);
  const { rows } = await shop.parts.db.execute<{ id: number }>(sql`
    insert into unmatched_receipts (server_id, idempotency_key, effect, account_id, kind, item_id, quantity, recorded_at)
    values (1, ${`lost:${accountId}`}, 'grant', ${accountId}, 'item', 7, 1, now()) returning id`);
  return { id: rows[0]?.id ?? 0, accountId, body: { reason: 'The backup was restored' } };
}
