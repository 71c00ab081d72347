import { type SQL, and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { SealedText } from '#platform/crypto/sealed-box.ts';
import type { IdentityHash, TokenBox } from '#platform/twitch/token-box.ts';
import {
  type StreamerRow,
  type TwitchLinkRow,
  twitchLinkAttempts,
  twitchLinkBlocks,
  twitchLinks,
  twitchStreamers,
} from './twitch-links.tables.ts';

export type LinkAttempt = typeof twitchLinkAttempts.$inferSelect;

export async function insertLinkAttempt(
  db: Db,
  { minutes, ...attempt }: Omit<LinkAttempt, 'expiresAt'> & { minutes: number },
): Promise<void> {
  await db
    .insert(twitchLinkAttempts)
    .values({ ...attempt, expiresAt: sql`now() + make_interval(mins => ${minutes})` });
}

/** Deletes the attempt and returns it; undefined when it is unknown, used or expired. */
export async function deleteLinkAttempt(db: Db, stateHash: Buffer): Promise<LinkAttempt | undefined> {
  const [attempt] = await db
    .delete(twitchLinkAttempts)
    .where(and(eq(twitchLinkAttempts.stateHash, stateHash), sql`${twitchLinkAttempts.expiresAt} > now()`))
    .returning();
  return attempt;
}

export async function deleteExpiredLinkRows(db: Db): Promise<void> {
  await db.delete(twitchLinkAttempts).where(sql`${twitchLinkAttempts.expiresAt} <= now()`);
  await db.delete(twitchLinkBlocks).where(sql`${twitchLinkBlocks.blockedUntil} <= now()`);
}

/** The decision of staff on a streamer, or that a new link is needed before it takes effect. */
export type StreamerState = StreamerRow['decision'] | 'needs_new_link';

/**
 * SQL expression: the state of a row of `twitch_streamers`. A new link is needed when Twitch has ended the tokens or
 * their key is missing. Rejected streamers don't need one.
 *
 * @param keys undefined to ignore missing keys, where the tokens are not used
 */
export function streamerState(keys: TokenBox | undefined): SQL<StreamerState> {
  const { needsNewLink: isEnded, keyId, decision } = twitchStreamers;
  const isLost = keys ? sql`(${isEnded} or ${keyId} <> all (${sql.param(keys.keyIds)}::text[]))` : isEnded;
  return sql`case when ${decision} <> 'rejected' and ${isLost} then 'needs_new_link' else ${decision} end`;
}

/** The accounts that are linked with one of these Twitch users. */
export async function selectLinkedAccounts(db: Db, twitchUserIds: string[]): Promise<number[]> {
  const rows = await db
    .select({ accountId: twitchLinks.accountId })
    .from(twitchLinks)
    .where(inArray(twitchLinks.twitchUserId, twitchUserIds));
  return rows.map(({ accountId }) => accountId);
}

export async function selectLink(
  db: Db,
  { accountId, keys }: { accountId: number; keys: TokenBox | undefined },
) {
  const [row] = await db
    .select({
      accountId: twitchLinks.accountId,
      twitchUserId: twitchLinks.twitchUserId,
      login: twitchLinks.login,
      displayName: twitchLinks.displayName,
      linkedAt: twitchLinks.linkedAt,
      streamer: sql<StreamerState | null>`${streamerState(keys)}`,
    })
    .from(twitchLinks)
    .leftJoin(twitchStreamers, eq(twitchStreamers.accountId, twitchLinks.accountId))
    .where(eq(twitchLinks.accountId, accountId));
  return row;
}

/** Whether this identity is blocked because it was recently unlinked from another account. */
export async function selectIsBlocked(
  db: Db,
  { hashes, accountId }: { hashes: IdentityHash[]; accountId: number },
): Promise<boolean> {
  const found = await db
    .select({ accountId: twitchLinkBlocks.accountId })
    .from(twitchLinkBlocks)
    .where(
      and(
        inArray(
          twitchLinkBlocks.twitchUserHash,
          hashes.map(({ hash }) => hash),
        ),
        ne(twitchLinkBlocks.accountId, accountId),
        sql`${twitchLinkBlocks.blockedUntil} > now()`,
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** @returns the account's link: the new one, or the existing one */
export async function insertLink(
  tx: Transaction,
  link: typeof twitchLinks.$inferInsert,
): Promise<TwitchLinkRow> {
  const [row] = await tx
    .insert(twitchLinks)
    .values(link)
    .onConflictDoUpdate({
      target: twitchLinks.accountId,
      // Updates the names of the same Twitch user. The link of another user stays as it is.
      set: {
        login: sql`case when ${twitchLinks.twitchUserId} = excluded.twitch_user_id then excluded.login else ${twitchLinks.login} end`,
        displayName: sql`case when ${twitchLinks.twitchUserId} = excluded.twitch_user_id then excluded.display_name else ${twitchLinks.displayName} end`,
      },
    })
    .returning();
  if (!row) throw new Error('The database returned no row for a link.');
  return row;
}

export type SealedTokens = { access: SealedText; refresh: SealedText; expiresInSeconds: number };

/** Deletes the channel's state while a new link is needed: its chat could not be read, so no gap is credited. */
export async function deleteChannelWithoutLink(tx: Transaction, accountId: number): Promise<void> {
  // Lock order: streamer, then channel, as in the decision of staff.
  await tx.execute(sql`
    with unlinked as materialized (
      select account_id from twitch_streamers
      where account_id = ${accountId} and needs_new_link for update
    )
    delete from drop_channels c using unlinked where c.account_id = unlinked.account_id`);
}

/**
 * Adds a streamer, or replaces the tokens of an existing one and keeps the decision. Rejected ones are left without tokens.
 *
 * @returns the decision of staff
 */
export async function upsertStreamer(
  tx: Transaction,
  accountId: number,
  tokens: SealedTokens,
): Promise<StreamerRow['decision']> {
  const row = {
    ...sealedColumns(tokens),
    needsNewLink: false,
    refreshRefusedAt: null,
    linkMailedAt: null,
    validatedAt: sql`now()`,
  };
  const [streamer] = await tx
    .insert(twitchStreamers)
    .values({ accountId, ...row })
    .onConflictDoUpdate({
      target: twitchStreamers.accountId,
      set: row,
      setWhere: ne(twitchStreamers.decision, 'rejected'),
    })
    .returning({ decision: twitchStreamers.decision });
  return streamer?.decision ?? 'rejected';
}

/** The columns for encrypted tokens. The expiry is by the database's clock. */
export function sealedColumns({ access, refresh, expiresInSeconds }: SealedTokens) {
  // Both are encrypted together with the newest key.
  return {
    keyId: access.keyId,
    accessToken: access.sealed,
    refreshToken: refresh.sealed,
    expiresAt: sql`now() + make_interval(secs => ${expiresInSeconds})`,
  };
}

/** Locks the link exclusively. Waits for a running credit of minutes and for corrections by staff. */
export async function selectLinkLocked(
  tx: Transaction,
  accountId: number,
): Promise<TwitchLinkRow | undefined> {
  const [row] = await tx.select().from(twitchLinks).where(eq(twitchLinks.accountId, accountId)).for('update');
  return row;
}

/** Whether the account is linked. A key share lock keeps the link until the transaction ends. */
export async function selectIsLinkedLocked(tx: Transaction, accountId: number): Promise<boolean> {
  const found = await tx
    .select({ accountId: twitchLinks.accountId })
    .from(twitchLinks)
    .where(eq(twitchLinks.accountId, accountId))
    .for('key share');
  return found.length > 0;
}

/** Deletes identity, tokens and channel. */
export async function deleteLink(tx: Transaction, accountId: number): Promise<void> {
  await tx.delete(twitchLinks).where(eq(twitchLinks.accountId, accountId));
}

/**
 * Deletes the streamer and the channel's state; link and minutes stay. The caller holds the link's lock.
 *
 * @returns false when there is none that may stop
 */
export async function deleteStreamer(tx: Transaction, accountId: number): Promise<boolean> {
  // Lock order: streamer, then channel, as in the decision of staff.
  const { rows } = await tx.execute(sql`
    with stopped as (
      delete from twitch_streamers where account_id = ${accountId} and decision <> 'rejected' returning account_id
    ), forgotten as (
      delete from drop_channels c using stopped where c.account_id = stopped.account_id
    )
    select from stopped`);
  return rows.length > 0;
}

export async function insertLinkBlock(
  tx: Transaction,
  { keyId, hash, accountId, days }: IdentityHash & { accountId: number; days: number },
): Promise<void> {
  const blockedUntil = sql`now() + make_interval(days => ${days})`;
  await tx
    .insert(twitchLinkBlocks)
    .values({ twitchUserHash: hash, keyId, accountId, blockedUntil })
    .onConflictDoUpdate({ target: twitchLinkBlocks.twitchUserHash, set: { keyId, accountId, blockedUntil } });
}

/** Ids of the keys of active blocks. */
export async function selectBlockKeyIds(db: Db): Promise<string[]> {
  const rows = await db
    .select({ keyId: twitchLinkBlocks.keyId })
    .from(twitchLinkBlocks)
    .where(sql`${twitchLinkBlocks.blockedUntil} > now()`)
    .groupBy(twitchLinkBlocks.keyId);
  return rows.flatMap(({ keyId }) => keyId ?? []);
}
