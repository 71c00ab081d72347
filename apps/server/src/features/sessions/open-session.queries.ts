import { type SQL, sql, type WithSubquery } from 'drizzle-orm';
import { asActive, countSignIn } from '#features/identity/identity.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { returnUses } from '#platform/http/throttle.ts';
import { isUnknownNetwork, knownDevice, rememberOrigin } from './known-devices.queries.ts';
import { idleLimit, SESSIONS_MAX } from './sessions.queries.ts';
import { forgetOldSignIns, type SignInMethod } from './sign-ins.queries.ts';

export type OpenedSession = {
  id: number;
  userName: string;
  email: string;
  permission: number;
  webMgt: number;
  sections: string[];
  /** By the database's clock: when the session ends if it is never used. */
  expiresAtMs: number;
  /** The device that the account knows the browser by from now on. */
  deviceHash: Buffer;
  /** Whether the owner hears of a new device: it isn't the account's first sign-in, and the address is confirmed. */
  isMailDue: boolean;
};

const browser = sql`${sql.placeholder('browser')}::text`;
const shownNetwork = sql`${sql.placeholder('shownNetwork')}::text`;

const VERIFIED = sql`select id from verified`;

/** A step of the statement that nothing else reads. */
function step(db: Db, name: string, query: SQL): WithSubquery {
  return db.$with(name, { accountId: sql<number>`account_id`.as('account_id') }).as(query);
}

/** What was known of the caller before: a statement doesn't see its own writes. */
export function originSteps(db: Db, accountId: SQL): WithSubquery[] {
  return [
    knownDevice(db, accountId),
    db.$with('origin', { deviceHash: sql<Buffer>`device_hash`.as('device_hash') }).as(sql`
      select coalesce((select token_hash from device), ${sql.placeholder('newDeviceHash')}::bytea) as device_hash,
        (not exists (select from device) and ${isUnknownNetwork(accountId)}) as is_new_device,
        exists (
          select from accounts join account_activity activity on activity.account_id = id
          where id = ${accountId} and activity.last_login_at is not null and email_confirmed_at is not null) as is_mailed`),
  ];
}

const isMailDue = sql<boolean>`is_new_device and is_mailed`;

/**
 * After `originSteps`: no mail is due, or the statement runs in the transaction that queues it. So no session is opened whose
 * mail could be lost.
 */
export const CAN_OPEN = sql`(${sql.placeholder('canMail')}::boolean or not (select ${isMailDue} from origin))`;

/**
 * The account's row is only read, because a lock would write its page. What was read counts if `proofs` hasn't grown by the
 * time that the row of activity is locked. `offset 0` keeps it as it was read.
 */
function verifiedStep(db: Db, { accountId, isProven, isLocked }: Proven): WithSubquery {
  return db.$with('verified', { id: sql<number>`id`.as('id') }).as(sql`
    update account_activity as activity set
      last_login_at = now(),
      last_login_ip = ${sql.placeholder('address')},
      last_ip = ${sql.placeholder('address')},
      ${asActive}
    from (
      select id, user_name, email, permission, web_mgt, sections, ${idleLimit} as idle_limit, proofs
      from accounts join account_activity on account_id = id
      where id = ${accountId} and ${isProven} offset 0) as proven
    where activity.account_id = proven.id ${isLocked ? sql`` : sql`and activity.proofs = proven.proofs`}
    returning id, user_name, email, permission, web_mgt, sections, idle_limit,
      activity.account_id, last_active_on, previous_active_on`);
}

function openedStep(db: Db): WithSubquery {
  return db.$with('opened', { lastUsedAt: sql`last_used_at`.as('last_used_at') }).as(sql`
    insert into sessions (token_hash, account_id, browser, network)
    select ${sql.placeholder('tokenHash')}::bytea, id, ${browser}, ${shownNetwork} from verified
    returning last_used_at`);
}

function notedStep(db: Db, method: SQL): WithSubquery {
  return step(
    db,
    'noted',
    sql`
      insert into sign_ins (account_id, outcome, method, browser, network, is_new_device)
      select id, 'signed_in', ${method}, ${browser}, ${shownNetwork}, is_new_device
      from verified cross join origin
      returning account_id`,
  );
}

/** Skips locked sessions, because waiting for them could deadlock. */
function endedStep(db: Db): WithSubquery {
  return step(
    db,
    'ended',
    sql`
      delete from sessions where token_hash in (
        select token_hash from sessions where token_hash in (
          select token_hash from sessions where account_id = (${VERIFIED})
          order by last_used_at desc offset ${sql.raw(String(SESSIONS_MAX - 1))})
        for update skip locked)
      returning account_id`,
  );
}

type Proven = {
  /** An expression for the account's id. */
  accountId: SQL;
  /** A condition on `accounts`. */
  isProven: SQL;
  /** An earlier step has locked the account. Otherwise nothing is opened if its password or factors change meanwhile. */
  isLocked: boolean;
};

/** What opens a session, whatever proved who the caller is. */
export type Opening = Proven & {
  method: SQL;
  /** The counted keys to return. */
  keys: SQL;
};

/** Steps that open a session, after `originSteps` of the same account: see `insertSession`. */
export function openSessionSteps(db: Db, { method, keys, ...proven }: Opening): WithSubquery[] {
  return [
    verifiedStep(db, proven),
    openedStep(db),
    notedStep(db, method),
    step(
      db,
      'counted_sign_in',
      countSignIn(sql`select account_id, last_active_on, previous_active_on from verified`),
    ),
    endedStep(db),
    forgetOldSignIns(db, { account: VERIFIED, isFailure: false }),
    ...rememberOrigin(db, VERIFIED, sql`(select device_hash from origin)`),
    // Lock order: account, its activity, then attempts.
    ...returnUses(db, { locked: VERIFIED, keys }),
  ];
}

/** The session of `openSessionSteps`, from `OPENED`. */
export const openedColumns = {
  id: sql<number>`verified.id`,
  userName: sql<string>`user_name`,
  email: sql<string>`email`,
  permission: sql<number>`permission`,
  webMgt: sql<number>`web_mgt`.mapWith(Number),
  sections: sql<string[]>`sections`,
  expiresAtMs: sql<number>`extract(epoch from last_used_at + idle_limit)::float8 * 1000`,
  deviceHash: sql<Buffer>`device_hash`,
  isMailDue,
};

export const OPENED = sql`verified cross join opened cross join origin`;

/** @param isRenewed whether a new hash of the password is stored with the session: most sign-ins needn't prepare for it */
const openedSession = (name: string, { isRenewed }: { isRenewed: boolean }) =>
  prepared((db) => {
    const accountId = sql`${sql.placeholder('accountId')}::int`;
    const verifiedHash = sql`${sql.placeholder('verifiedHash')}::text`;
    const isProven = sql`password_hash = coalesce(${verifiedHash}, password_hash)
      and factors_added = coalesce(${sql.placeholder('factorsAdded')}::int, factors_added)
      and ${CAN_OPEN}`;
    // Before the session: lock order as in `verifiedStep`.
    const renewed = step(
      db,
      'renewed',
      sql`
        update accounts set password_hash = ${sql.placeholder('rehashed')}::text
        where id = ${accountId} and ${isProven}
        returning id as account_id`,
    );
    return db
      .with(
        ...originSteps(db, accountId),
        ...(isRenewed ? [renewed] : []),
        ...openSessionSteps(db, {
          accountId,
          method: sql`${sql.placeholder('method')}::text`,
          isProven: isRenewed ? sql`${isProven} and exists (select from renewed)` : isProven,
          isLocked: false,
          keys: sql`(select ${sql.placeholder('keys')}::text[] from verified)::text[]`,
        }),
      )
      .select(openedColumns)
      .from(OPENED)
      .prepare(name);
  });

const openedOnce = openedSession('open_session', { isRenewed: false });
const openedAndRenewed = openedSession('open_session_renewed', { isRenewed: true });

/** The caller of a sign-in, as its statement needs it. */
export type SessionOrigin = {
  tokenHash: Buffer;
  address: string | null;
  browser: string | null;
  shownNetwork: string | null;
  /** As `networkOf` names it. */
  network: string;
  /** The devices that the browser says it is. */
  deviceHashes: Buffer[];
  /** For a browser that the account doesn't know. */
  newDeviceHash: Buffer;
  /** Whether a mail that is due is queued in the statement's transaction; without, nothing is opened that needs one. */
  canMail: boolean;
};

/**
 * Opens a session, returns the attempt, records the sign-in and remembers the device and network, if the account still has
 * the verified password: a concurrent reset has ended all sessions, and none may be opened with the old password after it.
 */
export async function insertSession(
  db: Db,
  session: SessionOrigin & {
    accountId: number;
    method: SignInMethod;
    /** Null if no password was asked for. */
    verifiedHash: string | null;
    /** Null to compare nothing. */
    factorsAdded: number | null;
    /** The password's hash with the current parameters; null keeps the stored hash. */
    rehashed: string | null;
    /** The attempt's counted keys. */
    keys: string[];
  },
): Promise<OpenedSession | undefined> {
  const statement = session.rehashed === null ? openedOnce : openedAndRenewed;
  const [opened] = await statement(db).execute(session);
  return opened;
}
