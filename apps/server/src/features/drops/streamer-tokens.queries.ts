import { and, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { type StreamerRow, twitchStreamers } from './drops.tables.ts';
import { type SealedTokens, sealedColumns } from './links.queries.ts';

/** A refresh that has not come back by then has died with its process. */
const REFRESH_LEASE_SECONDS = 30;

export type StreamerTokens = StreamerRow & { expiresSoon: boolean };

export async function selectStreamerTokens(db: Db, accountId: number): Promise<StreamerTokens | undefined> {
  const [row] = await db
    .select({
      ...getTableColumns(twitchStreamers),
      expiresSoon: sql<boolean>`${twitchStreamers.expiresAt} < now() + interval '5 minutes'`,
    })
    .from(twitchStreamers)
    .where(eq(twitchStreamers.accountId, accountId));
  return row;
}

/**
 * Takes the right to refresh these very tokens. A row's lock cannot be held while Twitch is asked, so the row says
 * who does; one statement decides between two who want to.
 */
export async function updateRefreshLeased(
  db: Db,
  { accountId, refreshToken }: Pick<StreamerRow, 'accountId' | 'refreshToken'>,
): Promise<boolean> {
  const leased = await db
    .update(twitchStreamers)
    .set({ refreshedUntil: sql`now() + make_interval(secs => ${REFRESH_LEASE_SECONDS})` })
    .where(
      and(
        eq(twitchStreamers.accountId, accountId),
        eq(twitchStreamers.refreshToken, refreshToken),
        sql`${twitchStreamers.refreshedUntil} < now()`,
      ),
    )
    .returning({ accountId: twitchStreamers.accountId });
  return leased.length > 0;
}

/** Writes the new tokens, if the old ones are still there: a new link may have come in between. */
export async function updateTokensRefreshed(
  db: Db,
  {
    accountId,
    refreshToken,
    tokens,
  }: Pick<StreamerRow, 'accountId' | 'refreshToken'> & { tokens: SealedTokens },
): Promise<void> {
  await db
    .update(twitchStreamers)
    .set({ ...sealedColumns(tokens), refreshedUntil: sql`'-infinity'`, validatedAt: sql`now()` })
    .where(and(eq(twitchStreamers.accountId, accountId), eq(twitchStreamers.refreshToken, refreshToken)));
}

export async function updateRefreshEnded(db: Db, accountId: number): Promise<void> {
  await db
    .update(twitchStreamers)
    .set({ refreshedUntil: sql`'-infinity'` })
    .where(eq(twitchStreamers.accountId, accountId));
}

/** These tokens are no more: the streamer has to link anew. */
export async function updateNeedsNewLink(
  db: Db,
  { accountId, refreshToken }: Pick<StreamerRow, 'accountId' | 'refreshToken'>,
): Promise<void> {
  await db
    .update(twitchStreamers)
    .set({ needsNewLink: true, refreshedUntil: sql`'-infinity'` })
    .where(and(eq(twitchStreamers.accountId, accountId), eq(twitchStreamers.refreshToken, refreshToken)));
}

/** Streamers whose tokens were not held against Twitch for an hour, those that wait longest first. */
export async function selectUnvalidatedStreamers(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .select({ accountId: twitchStreamers.accountId })
    .from(twitchStreamers)
    .where(
      and(
        eq(twitchStreamers.needsNewLink, false),
        or(
          sql`${twitchStreamers.validatedAt} < now() - interval '1 hour'`,
          sql`${twitchStreamers.expiresAt} < now()`,
        ),
      ),
    )
    .orderBy(twitchStreamers.validatedAt)
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}

export async function updateValidated(db: Db, accountId: number): Promise<void> {
  await db
    .update(twitchStreamers)
    .set({ validatedAt: sql`now()` })
    .where(eq(twitchStreamers.accountId, accountId));
}
