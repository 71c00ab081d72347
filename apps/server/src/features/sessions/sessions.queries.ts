import { and, desc, eq, sql } from 'drizzle-orm';
import { accounts, updateLastActivity, isBanned } from '#features/identity/identity.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import type { FindViewer, Viewer } from '#platform/auth/viewer.ts';
import { batchReads, plannedKeys } from '#platform/db/batch.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { storableAddress } from '#platform/http/address.ts';
import { sessions } from './sessions.tables.ts';

/** A session expires after this many days without use. */
export const SESSION_DAYS = 30;

/** The most sessions per account. A new sign-in ends the least recently used, so that no account can fill the table. */
export const SESSIONS_MAX = 100;

const isAlive = sql`${sessions.lastUsedAt} > now() - make_interval(days => ${sql.raw(String(SESSION_DAYS))})`;

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

/** Active sessions, most recently used first. */
export async function listSessions(
  db: Db,
  accountId: number,
): Promise<{ createdAt: Date; lastUsedAt: Date }[]> {
  return db
    .select({ createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isAlive))
    .orderBy(desc(sessions.lastUsedAt));
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(sql`not ${isAlive}`);
}

/** Writes at most once an hour per session and once per day, because a write on every request would be too expensive. */
async function updateLastUse(db: Db, sessionHash: Buffer, address: string | null): Promise<void> {
  const [used] = await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(sessions.tokenHash, sessionHash), isUseDue))
    .returning({ accountId: sessions.accountId });
  if (!used) return;
  // A separate statement. Lock order: account, then session. One statement would reverse it and deadlock.
  await updateLastActivity(db, { accountId: used.accountId, address });
}
