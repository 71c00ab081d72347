import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { isFactorMissing } from '#features/factors/factors.ts';
import { accounts, isBanned, isStaffAccount, updateLastActivity } from '#features/identity/identity.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import type { FindViewer, Viewer } from '#platform/auth/viewer.ts';
import { batchReads, plannedKeys } from '#platform/db/batch.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { storableAddress } from '#platform/http/address.ts';
import { sessions } from './sessions.tables.ts';

/** A session of a player ends after this many days without use, and this long after the sign-in. */
const SESSION_DAYS = 30;
const SESSION_LONGEST_DAYS = 365;

/** One of staff ends earlier: other people's accounts and money are behind it. */
const STAFF_IDLE_HOURS = 12;
const STAFF_LONGEST_DAYS = 7;

/** For so long after somebody proved who they are, sensitive actions don't ask again. */
export const SUDO_MINUTES = 15;

/** The most sessions per account. A new sign-in ends the least recently used, so that no account can fill the table. */
export const SESSIONS_MAX = 100;

/** SQL expression on `accounts`: how long a session lives without use. Who becomes staff falls under their limit at once. */
export const idleLimit = sql`case when ${isStaffAccount}
  then ${interval('hours', STAFF_IDLE_HOURS)} else ${interval('days', SESSION_DAYS)} end`;

const longestLimit = sql`case when ${isStaffAccount}
  then ${interval('days', STAFF_LONGEST_DAYS)} else ${interval('days', SESSION_LONGEST_DAYS)} end`;

/** SQL condition on `sessions` joined with `accounts`. */
const isAlive = sql`(${sessions.lastUsedAt} > now() - ${idleLimit} and ${sessions.createdAt} > now() - ${longestLimit})`;

/** SQL expression on `sessions` joined with `accounts`: when it ends if it isn't used again. */
const endsAt = sql<Date>`least(${sessions.lastUsedAt} + ${idleLimit}, ${sessions.createdAt} + ${longestLimit})`;

/**
 * Names a session to its owner and opens nothing: 31 bits of the hash, enough to tell the sessions of one account apart. A
 * column of its own would need an index, which each sign-in would write.
 */
const sessionId = sql<number>`
  greatest(('x' || encode(substr(${sessions.tokenHash}, 1, 4), 'hex'))::bit(32)::int & 2147483647, 1)`;

function interval(unit: 'hours' | 'days', count: number) {
  return sql.raw(`interval '${count} ${unit}'`);
}

/** The last use was recorded more than an hour ago, or on an earlier day: activity is counted per day. */
const isUseDue = sql<boolean>`(
  ${sessions.lastUsedAt} <= now() - interval '1 hour' or ${sessions.lastUsedAt} < date_trunc('day', now(), 'UTC'))`;

/** What `createFindViewer` needs of `sessions` joined with `accounts`. */
export const viewerColumns = {
  batchKey: sessions.tokenHash,
  accountId: accounts.id,
  userName: accounts.userName,
  permission: accounts.permission,
  webMgt: accounts.webMgt,
  sections: accounts.sections,
  isUseDue,
  isFactorMissing,
  isSudo: sql<boolean>`${sessions.verifiedAt} > now() - make_interval(mins => ${sql.raw(String(SUDO_MINUTES))})`,
};

/** SQL condition on `sessions` joined with `accounts`: those of `tokenHashes` whose accounts may use them now. */
export const areSessionsUsable = and(
  sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')}::bytea[])`,
  isAlive,
  sql`not ${isBanned(accounts.id)}`,
);

const viewersOfSessions = prepared((db) =>
  db
    .select(viewerColumns)
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(areSessionsUsable)
    .prepare('viewers_of_sessions'),
);

/** A viewer as it was read, perhaps with more of the account. */
type Found = Omit<Viewer, 'sessionHash'> & { batchKey: Buffer; isUseDue: boolean };

type SelectFound<Row extends Found> = (db: Db) => {
  execute: (values: { tokenHashes: Buffer[] }) => Promise<Row[]>;
};

/**
 * Reads sessions from the database on each request, so that every process sees their end immediately.
 *
 * @param select a prepared statement that selects at least `viewerColumns` where `areSessionsUsable`
 */
export function createFindViewer(db: Db): FindViewer;
export function createFindViewer<Row extends Found>(
  db: Db,
  select: SelectFound<Row>,
): FindViewer<Row & Viewer>;
export function createFindViewer(db: Db, select: SelectFound<Found> = viewersOfSessions): FindViewer {
  const find = batchReads((tokenHashes) => select(db).execute({ tokenHashes }));
  return async (accessToken, address) => {
    const sessionHash = hashToken(accessToken);
    const found = await find(sessionHash);
    if (!found) return undefined;
    if (found.isUseDue) await updateLastUse(db, sessionHash, storableAddress(address));
    return { ...found, sessionHash };
  };
}

/** The current viewer of a session, for callers that must check again after waiting. */
export async function findViewerBySession(db: Db, sessionHash: Buffer): Promise<Viewer | undefined> {
  const [found] = await viewersOfSessions(db).execute({ tokenHashes: plannedKeys([sessionHash]) });
  return found && { ...found, sessionHash };
}

export async function endSession(db: Db, sessionHash: Buffer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, sessionHash));
}

/** @returns how many sessions were ended */
export async function endSessionsOfAccount(db: Db, accountId: number): Promise<number> {
  const { rowCount } = await db.delete(sessions).where(eq(sessions.accountId, accountId));
  return rowCount ?? 0;
}

/** Ends the sessions of an account except one. */
export async function endOtherSessionsOfAccount(
  db: Db,
  { accountId, sessionHash }: { accountId: number; sessionHash: Buffer },
): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), ne(sessions.tokenHash, sessionHash)));
}

/** @returns whether the account had this session */
export async function endSessionById(
  db: Db,
  { accountId, id }: { accountId: number; id: number },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), eq(sessionId, id)));
  return (rowCount ?? 0) > 0;
}

/** Notes that the holder of a session has just proven who they are. @returns when; undefined for a session that ended */
export async function updateVerified(db: Db, sessionHash: Buffer): Promise<Date | undefined> {
  const [row] = await db
    .update(sessions)
    .set({ verifiedAt: sql`now()` })
    .where(eq(sessions.tokenHash, sessionHash))
    .returning({ verifiedAt: sessions.verifiedAt });
  return row?.verifiedAt;
}

export type ListedSession = Awaited<ReturnType<typeof listSessions>>[number];

/** Active sessions, most recently used first. */
export function listSessions(db: Db, accountId: number) {
  return db
    .select({
      id: sessionId,
      tokenHash: sessions.tokenHash,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      browser: sessions.browser,
      network: sessions.network,
      expiresAt: endsAt.mapWith(sessions.createdAt),
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.accountId, accountId), isAlive))
    .orderBy(desc(sessions.lastUsedAt));
}

/**
 * Deletes sessions that ended by themselves: those long unused, and all that staff's limits ended. A player's that reached
 * its longest life is not used any more, so it is among the unused ones 30 days later.
 */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(sql`${sessions.lastUsedAt} <= now() - ${interval('days', SESSION_DAYS)}`);
  // The condition of `accounts_ranked_idx` comes first, because there are many players.
  await db.execute(sql`
    delete from sessions where token_hash in (
      select token_hash from accounts join sessions on sessions.account_id = accounts.id
      where (web_mgt > 1 or permission > 0 or accounts.sections <> '{}') and ${isStaffAccount} and not ${isAlive})`);
}

/** Writes at most once an hour per session and once per day, because a write on every request would be too expensive. */
async function updateLastUse(db: Db, sessionHash: Buffer, address: string | null): Promise<void> {
  const [used] = await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(sessions.tokenHash, sessionHash), isUseDue))
    .returning({ accountId: sessions.accountId });
  if (!used) return;
  // A separate statement. Lock order: the account's activity, then the session. One statement would reverse it and deadlock.
  await updateLastActivity(db, { accountId: used.accountId, address });
}
