import { and, desc, eq, sql } from 'drizzle-orm';
import { accounts, updateLastActivity, isBanned } from '#features/identity/identity.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import type { FindViewer, Viewer } from '#platform/auth/viewer.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { storableAddress } from '#platform/http/address.ts';
import { sessions } from './sessions.tables.ts';

/** A session ends after so many days without use. */
export const SESSION_DAYS = 30;

/** Signing in once more ends those that were used longest ago: nobody fills the table with one right password. */
export const SESSIONS_MAX = 100;

const isAlive = sql`${sessions.lastUsedAt} > now() - make_interval(days => ${sql.raw(String(SESSION_DAYS))})`;

/** Not noted within the hour, or not yet on this day: whoever is here counts as active on it. */
const isUseUnnoted = sql<boolean>`(
  ${sessions.lastUsedAt} <= now() - interval '1 hour' or ${sessions.lastUsedAt} < date_trunc('day', now(), 'UTC'))`;

const viewerOfSession = prepared((db) =>
  db
    .select({
      accountId: accounts.id,
      userName: accounts.userName,
      permission: accounts.permission,
      webMgt: accounts.webMgt,
      isUseUnnoted,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), isAlive, sql`not ${isBanned(accounts.id)}`),
    )
    .prepare('viewer_of_session'),
);

/** Looks sessions up in the database, so that an end holds for every process at once. */
export function createFindViewer(db: Db): FindViewer {
  return async (accessToken, address): Promise<Viewer | undefined> => {
    const sessionHash = hashToken(accessToken);
    const found = await selectSession(db, sessionHash);
    if (!found) return undefined;
    if (found.isUnnoted) await updateLastUse(db, sessionHash, storableAddress(address));
    return found.viewer;
  };
}

/** The same as it is at this moment, for whoever has waited since. */
export async function findViewerBySession(db: Db, sessionHash: Buffer): Promise<Viewer | undefined> {
  return (await selectSession(db, sessionHash))?.viewer;
}

async function selectSession(
  db: Db,
  sessionHash: Buffer,
): Promise<{ viewer: Viewer; isUnnoted: boolean } | undefined> {
  const [found] = await viewerOfSession(db).execute({ tokenHash: sessionHash });
  if (!found) return undefined;
  const { isUseUnnoted: isUnnoted, ...viewer } = found;
  return { viewer: { ...viewer, sessionHash }, isUnnoted };
}

export async function endSession(db: Db, sessionHash: Buffer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, sessionHash));
}

/** @returns how many there were */
export async function endSessionsOfAccount(db: Db, accountId: number): Promise<number> {
  const { rowCount } = await db.delete(sessions).where(eq(sessions.accountId, accountId));
  return rowCount ?? 0;
}

/** Those that still open something, the one used last first. */
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

/** Once an hour for a session, and once on a new day: a write on every request would cost more than it tells. */
async function updateLastUse(db: Db, sessionHash: Buffer, address: string | null): Promise<void> {
  const [used] = await db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(sessions.tokenHash, sessionHash), isUseUnnoted))
    .returning({ accountId: sessions.accountId });
  if (!used) return;
  // A statement of its own: whoever ends sessions holds the account first, and the two would wait in a circle.
  await updateLastActivity(db, { accountId: used.accountId, address });
}
