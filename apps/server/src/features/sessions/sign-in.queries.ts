import { type SQL, sql } from 'drizzle-orm';
import { asActive, countSignIn, type ActiveBan, latestBan } from '#features/identity/identity.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { networkOf } from '#platform/http/address.ts';
import { addressAllowances, countUses } from '#platform/http/throttle.ts';
import { SESSIONS_MAX } from './sessions.queries.ts';

/** The most failed attempts per account and per address within the window. */
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
  sections: string[];
};

export type SignInAttempt = {
  account: SignInAccount | null;
  ban: ActiveBan | null;
  /** The ban of the caller's address. */
  addressBan: ActiveBan | null;
  /** Seconds until the next attempt is allowed; null when this one is. */
  blockedSeconds: number | null;
  /** The counted rate-limit keys, returned after a success. */
  keys: string[];
};

const identifier = sql.placeholder('identifier');

/** The account's bucket is counted after those of the caller's address, which have the stages 0 to 2. */
const ACCOUNT_STAGE = 3;

const countedAttempt = prepared((db) => {
  const account = db.$with('account', { id: sql<number>`id`.as('id') }).as(sql`
    select id, user_name as "userName", email, password_hash as "passwordHash", permission, web_mgt as "webMgt",
      sections
    from accounts where lower(user_name) = lower(${identifier}) or lower(email) = lower(${identifier})`);
  // Name and e-mail of an account share a bucket. An unknown identifier has its own, so that both behave the same.
  const counting = countUses(db, {
    stages: ACCOUNT_STAGE + 1,
    asked: sql`
      select stage - 1 as stage, key, points, ${constant(WINDOW_SECONDS)} as seconds
      from unnest(${sql.placeholder('addressKeys')}::text[], ${sql.placeholder('addressPoints')}::int[])
        with ordinality as address (key, points, stage)
      union all
      select ${constant(ACCOUNT_STAGE)}, coalesce(
        (select 'sign-in account:' || id from account),
        'sign-in unknown:' || encode(sha256(convert_to(lower(${identifier}), 'UTF8')), 'hex')
      ), ${constant(PER_ACCOUNT)}, ${constant(WINDOW_SECONDS)}`,
  });
  return db
    .with(account, ...counting)
    .select({
      account: sql<SignInAttempt['account']>`(select row_to_json(account) from account)`,
      ban: latestBan(sql`bans.account_id = (select id from account)`),
      addressBan: latestBan(sql`bans.network = ${sql.placeholder('network')}`),
      blockedSeconds: sql<number | null>`(select max(seconds_left) from counted where used > points)`,
      keys: sql<string[]>`array(select key from counted)`,
    })
    .from(sql`(select 1) as attempt`)
    .prepare('sign_in_attempt');
});

function constant(value: number): SQL {
  return sql.raw(String(value));
}

/** Counts the attempt and reads the account in one round trip. */
export async function countSignInAttempt(
  db: Db,
  attempt: { identifier: string; address: string },
): Promise<SignInAttempt> {
  const address = addressAllowances(attempt.address, {
    key: 'sign-in',
    points: PER_ADDRESS,
    windowSeconds: WINDOW_SECONDS,
  });
  const [row] = await countedAttempt(db).execute({
    identifier: attempt.identifier,
    network: networkOf(attempt.address),
    addressKeys: address.map(({ key }) => key),
    addressPoints: address.map(({ points }) => points),
  });
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
  // Skips locked sessions, because waiting for them could deadlock.
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
 * Opens a session and records the sign-in, if the account still has the verified password: a concurrent reset has ended
 * all sessions, and none may be opened with the old password after it.
 */
export async function insertSession(
  db: Db,
  session: {
    accountId: number;
    tokenHash: Buffer;
    verifiedHash: string;
    /** The password's hash with the current parameters; null keeps the stored hash. */
    rehashed: string | null;
    address: string | null;
  },
): Promise<boolean> {
  const rows = await openedSession(db).execute(session);
  return rows.length > 0;
}
