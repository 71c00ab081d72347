import { sql } from 'drizzle-orm';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { ofPlayer, onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

const body = { isImmediate: false, reason: 'Asked by mail' };

// For owners alone, whom no account outranks.
export const STAFF_WRITES: StaffWriteCase[] = [
  onRecord(
    'eraseUser',
    'requests the deletion of an account',
    ofPlayer((id) => ({ id, body })),
  ),
  onRecord('undoUserErasure', 'keeps an account after all', ofRequest),
];

async function ofRequest(shop: Shop) {
  const { id } = await createSignedInPlayer(shop);
  await shop.parts.db.execute(sql`insert into account_erasures (account_id, due_at) values (${id}, now())`);
  return { id, accountId: id };
}
