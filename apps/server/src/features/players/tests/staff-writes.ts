import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { ofPlayer, onAccount, type StaffWriteCase } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onAccount('createNote', 'writes a note', {
    givesValue: false,
    prepare: ofPlayer((id) => ({ id, body: { requestId: randomUUID(), text: 'Asked for a refund' } })),
  }),
  onAccount('deleteNote', 'deletes a note', { givesValue: false, prepare: ofOwnNote }),
];

/** Of the newest account, which is the staff member's who will delete it. */
async function ofOwnNote(shop: Shop) {
  const { db } = shop.parts;
  const { rows: authors } = await db.execute<{ id: number }>(sql`select max(id) as id from accounts`);
  const { id } = await createSignedInPlayer(shop);
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into staff_notes (account_id, author_id, text) values (${id}, ${authors[0]?.id}, 'A friend') returning id`);
  return { id, params: { noteId: String(rows[0]?.id) }, accountId: id };
}
