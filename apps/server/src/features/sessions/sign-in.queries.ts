import { sql } from 'drizzle-orm';
import { asActive, countSignIn, type ActiveBan, latestBan } from '#features/identity/identity.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { countUses } from '#platform/http/throttle.ts';
import { SESSIONS_MAX } from './sessions.queries.ts';

/** Wrong passwords for one account, and from one address, within the window. */
const PER_ACCOUNT = 10;
const PER_ADDRESS = 50;
const WINDOW_SECONDS = 15 * 60;

export type SignInAccount = {
  id: number;
  userName: string;
  email: string;
  passwordHash: string;
  permission: number;
  webMgt: number;
};

export type SignInAttempt = {
  account: SignInAccount | null;
  ban: ActiveBan | null;
  /** The one that keeps the caller's address out. */
  addressBan: ActiveBan | null;
  /** Until another attempt is let in; null when this one is. */
  blockedSeconds: number | null;
  /** What was counted, to be given back after a success. */
  keys: string[];
};

const identifier = sql.placeholder('identifier');

const countedAttempt = prepared((db) => {
  const account = db.$with('account', { id: sql<number>`id`.as('id') }).as(sql`
    select id, user_name as "userName", email, password_hash as "passwordHash", permission, web_mgt as "webMgt"
    from accounts where lower(user_name) = lower(${identifier}) or lower(email) = lower(${identifier})`);
  // Name and e-mail of one account share a bucket; an unknown identifier has one that behaves alike.
  const counted = db.$with('counted', { key: sql<string>`key`.as('key') }).as(
    countUses(sql`
      select coalesce(
        (select 'sign-in account:' || id from account),
        'sign-in unknown:' || encode(sha256(convert_to(lower(${identifier}), 'UTF8')), 'hex')
      ), ${sql.raw(String(WINDOW_SECONDS))}
      union all
      select 'sign-in address:' || ${sql.placeholder('address')}, ${sql.raw(String(WINDOW_SECONDS))}`),
  );
  return db
    .with(account, counted)
    .select({
      account: sql<SignInAttempt['account']>`(select row_to_json(account) from account)`,
      ban: latestBan(sql`bans.account_id = (select id from account)`),
      addressBan: latestBan(sql`bans.network = ${sql.placeholder('address')}`),
      blockedSeconds: sql<number | null>`(
        select max(seconds_left) from counted
        where used > case when key like 'sign-in address:%' then ${sql.raw(String(PER_ADDRESS))} else ${sql.raw(String(PER_ACCOUNT))} end)`,
      keys: sql<string[]>`array(select key from counted)`,
    })
    .from(sql`(select 1) as attempt`)
    .prepare('sign_in_attempt');
});

/** Counts the attempt and reads the account in one round trip. */
export async function countSignInAttempt(
  db: Db,
  attempt: { identifier: string; address: string },
): Promise<SignInAttempt> {
  const [row] = await countedAttempt(db).execute(attempt);
  if (!row) throw new Error('The attempt was not counted.');
  return row;
}

const openedSession = prepared((db) => {
  const verified = db.$with('verified', { id: sql<number>`id`.as('id') }).as(sql`
    update accounts set
      last_login_at = now(),
      last_login_ip = ${sql.placeholder('address')},
      last_ip = ${sql.placeholder('address')},
      password_hash = coalesce(${sql.placeholder('rehashed')}, password_hash),
      ${asActive}
    where id = ${sql.placeholder('accountId')} and password_hash = ${sql.placeholder('verifiedHash')}
    returning id, last_active_on, previous_active_on`);
  const opened = db.$with('opened', { accountId: sql<number>`account_id`.as('account_id') }).as(sql`
    insert into sessions (token_hash, account_id) select ${sql.placeholder('tokenHash')}::bytea, id from verified
    returning account_id`);
  const counted = db
    .$with('counted', { accountId: sql<number>`account_id`.as('account_id') })
    .as(countSignIn(sql`select * from verified`));
  // Without those that are just being used or ended: waiting for them could end in a circle.
  const ended = db.$with('ended', { accountId: sql<number>`account_id`.as('account_id') }).as(sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where token_hash in (
        select token_hash from sessions where account_id = (select id from verified)
        order by last_used_at desc offset ${sql.raw(String(SESSIONS_MAX - 1))})
      for update skip locked)
    returning account_id`);
  return db.with(verified, opened, counted, ended).select().from(opened).prepare('open_session');
});

/**
 * Opens a session and notes the sign-in, if the password that was verified is still the account's:
 * a reset in the meantime has ended all sessions, and this one must not come after it.
 */
export async function insertSession(
  db: Db,
  session: {
    accountId: number;
    tokenHash: Buffer;
    verifiedHash: string;
    /** The same password with today's parameters; null keeps the hash. */
    rehashed: string | null;
    address: string | null;
  },
): Promise<boolean> {
  const rows = await openedSession(db).execute(session);
  return rows.length > 0;
}
