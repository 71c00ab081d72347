import { desc, eq, type SQL, sql, type WithSubquery } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { isUnknownOrigin } from './known-devices.queries.ts';
import { signIns } from './sessions.tables.ts';

export type SignInRow = typeof signIns.$inferSelect;

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

/** Newest first. */
export async function selectSignIns(db: Db, accountId: number): Promise<SignInRow[]> {
  return db
    .select()
    .from(signIns)
    .where(eq(signIns.accountId, accountId))
    .orderBy(desc(signIns.id))
    .limit(SIGN_INS_MAX);
}

const failedSignIn = prepared((db) => {
  const accountId = sql`${sql.placeholder('accountId')}::int`;
  const outcome = sql`${sql.placeholder('outcome')}::text`;
  const shownNetwork = sql`${sql.placeholder('shownNetwork')}::text`;
  const step = (name: string, query: SQL) =>
    db.$with(name, { isDone: sql<boolean>`is_done`.as('is_done') }).as(query);
  // A write for names that nobody has too. Otherwise the answer would come sooner for them, without a write to wait for.
  const touched = step(
    'touched',
    sql`
      update rate_limits set used = used
      where key = any(${sql.placeholder('keys')}::text[]) and stage = ${sql.placeholder('stage')}::int
      returning true as is_done`,
  );
  const noted = step(
    'noted',
    sql`
      insert into sign_ins (account_id, outcome, method, browser, network, is_new_device)
      select accounts.id, ${outcome}, ${sql.placeholder('method')}::text, ${sql.placeholder('browser')}::text,
        ${shownNetwork}, ${isUnknownOrigin(sql`accounts.id`)}
      from accounts
      where accounts.id = ${accountId} and not exists (
        select from sign_ins as earlier
        where earlier.account_id = ${accountId} and earlier.outcome = ${outcome}
          and earlier.network is not distinct from ${shownNetwork} and earlier.at > now() - interval '1 hour')
      returning true as is_done`,
  );
  return db
    .with(touched, noted, forgetOldSignIns(db, { account: sql`select ${accountId} as id`, isFailure: true }))
    .select({ isDone: sql<boolean>`is_done` })
    .from(noted)
    .prepare('failed_sign_in');
});

/**
 * Records a failed attempt, once an hour for each network. Of those of an account, only few are kept.
 *
 * @param attempt `accountId` is null for a name that nobody has. `keys` are the attempt's counted keys, and `stage` is that
 *   of the key which is counted for each attempt alone
 */
export async function insertFailedSignIn(
  db: Db,
  attempt: {
    accountId: number | null;
    outcome: 'wrong_password' | 'wrong_code';
    method: SignInMethod;
    browser: string | null;
    shownNetwork: string | null;
    network: string;
    deviceHashes: Buffer[];
    keys: string[];
    stage: number;
  },
): Promise<void> {
  await failedSignIn(db).execute(attempt);
}

/** Skips locked rows, because waiting for them could deadlock. */
export async function deleteOldSignIns(db: Db): Promise<void> {
  await db.execute(sql`
    delete from sign_ins where (account_id, id) in (
      select account_id, id from sign_ins where at < now() - make_interval(days => ${SIGN_IN_DAYS})
      for update skip locked)`);
}
