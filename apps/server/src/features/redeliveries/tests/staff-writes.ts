import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { queueItems } from '#test/bridge.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { onAccount, type StaffWriteCase } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onAccount('startRedelivery', 'sends deliveries of a player again', {
    givesValue: true,
    prepare: ofPlayer,
  }),
];

async function ofPlayer(shop: Shop) {
  const [queued] = await queueItems(shop, 1);
  const accountId = queued?.accountId ?? 0;
  const { rows } = await shop.parts.db.execute<{ until: string }>(sql`
      update deliveries set state = 'applied', settled_at = date_trunc('milliseconds', now()), leases = 1
      where account_id = ${accountId} returning settled_at as until`);
  const body = {
    id: randomUUID(),
    mode: 'new_keys',
    scope: 'account',
    target: accountId,
    since: null,
    until: new Date(rows[0]?.until ?? '').toISOString(),
    expected: 1,
    reason: 'The game was wiped',
  };
  return { body, accountId };
}
