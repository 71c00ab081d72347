import { type SQL, sql, type WithSubquery } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { signIns } from './sessions.tables.ts';

export type SignInMethod = (typeof signIns.$inferSelect)['method'];

const SIGN_IN_DAYS = 90;

/** Sign-ins of an account that are kept, and failures: apart, so that strangers can't push out what the owner did. */
const SIGN_INS_MAX = 50;
const FAILURES_MAX = 20;

/**
 * A step that forgets all but the newest rows of an account, next to one that inserts a row. Skips locked rows, because
 * waiting for them could deadlock.
 *
 * @param account a query for the `id` of the account
 */
export function forgetOldSignIns(
  db: Db,
  { account, isFailure }: { account: SQL; isFailure: boolean },
): WithSubquery {
  const kept = sql.raw(String((isFailure ? FAILURES_MAX : SIGN_INS_MAX) - 1));
  const ofKind = isFailure ? sql`outcome <> 'signed_in'` : sql`outcome = 'signed_in'`;
  return db.$with('forgotten_sign_ins', { accountId: sql<number>`account_id`.as('account_id') }).as(sql`
    delete from sign_ins where (account_id, id) in (
      select account_id, id from sign_ins where (account_id, id) in (
        select account_id, id from sign_ins where account_id = (select id from (${account}) as account) and ${ofKind}
        order by id desc offset ${kept})
      for update skip locked)
    returning account_id`);
}

/** Skips locked rows, because waiting for them could deadlock. */
export async function deleteOldSignIns(db: Db): Promise<void> {
  await db.execute(sql`
    delete from sign_ins where (account_id, id) in (
      select account_id, id from sign_ins where at < now() - make_interval(days => ${SIGN_IN_DAYS})
      for update skip locked)`);
}
