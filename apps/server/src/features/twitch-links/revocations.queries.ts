import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { SealedText } from '#platform/crypto/sealed-box.ts';
import { type RevocationRow, twitchRevocations, twitchStreamers } from './twitch-links.tables.ts';

/**
 * Copies a streamer's tokens for revocation. Lock order: link, then streamer. The caller holds the link's lock.
 *
 * @returns the revocation's id; undefined for an account that has no tokens
 */
export async function insertRevocation(tx: Transaction, accountId: number): Promise<string | undefined> {
  // Locks the streamer, to wait for a refresh that is being stored.
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into twitch_revocations (account_id, key_id, access_token, refresh_token)
    select account_id, key_id, access_token, refresh_token from twitch_streamers
    where account_id = ${accountId} and access_token is not null and refresh_token is not null for update
    returning id`);
  return rows[0]?.id;
}

/** Deletes a streamer's tokens, of which none are needed. Approval asks for a new link. */
export async function updateTokensDeleted(tx: Transaction, accountId: number): Promise<void> {
  await tx
    .update(twitchStreamers)
    .set({
      accessToken: null,
      refreshToken: null,
      needsNewLink: true,
      refreshRefusedAt: null,
      linkMailedAt: null,
    })
    .where(eq(twitchStreamers.accountId, accountId));
}

/** Locks a rejected streamer whose tokens are still stored; skips those that another process has locked. */
export async function selectRejectedWithTokens(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx
    .select({ accountId: twitchStreamers.accountId })
    .from(twitchStreamers)
    .where(and(eq(twitchStreamers.decision, 'rejected'), isNotNull(twitchStreamers.accessToken)))
    .limit(1)
    .for('update', { skipLocked: true });
  return row?.accountId;
}

export async function selectRevocation(db: Db, id: string): Promise<RevocationRow | undefined> {
  const [row] = await db.select().from(twitchRevocations).where(eq(twitchRevocations.id, id));
  return row;
}

export async function updateRevocationTokens(
  db: Db,
  { id, access, refresh }: { id: string; access: SealedText; refresh: SealedText },
): Promise<void> {
  // Both are encrypted together with the newest key.
  await db
    .update(twitchRevocations)
    .set({ keyId: access.keyId, accessToken: access.sealed, refreshToken: refresh.sealed })
    .where(eq(twitchRevocations.id, id));
}

export async function deleteRevocation(db: Db, id: string): Promise<void> {
  await db.delete(twitchRevocations).where(eq(twitchRevocations.id, id));
}

/** @returns how many were deleted */
export async function deleteOldRevocations(db: Db, days: number): Promise<number> {
  const old = await db
    .delete(twitchRevocations)
    .where(sql`${twitchRevocations.unlinkedAt} <= now() - make_interval(days => ${days})`)
    .returning({ id: twitchRevocations.id });
  return old.length;
}
