import { sql } from 'drizzle-orm';
import { queueItems } from '#test/bridge.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { onAccount, onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onAccount('retryDelivery', 'retries a delivery', { givesValue: true, prepare: ofDeadDelivery }),
  onAccount('cancelDelivery', 'cancels a delivery', { givesValue: true, prepare: ofDecision }),
  onAccount('markDelivered', 'marks a delivery as delivered', { givesValue: true, prepare: ofDecision }),
  onRecord('retryDeliveries', 'retries failed deliveries', async (shop) => {
    const { accountId: account } = await ofDeadDelivery(shop);
    return { body: { account } };
  }),
];

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
