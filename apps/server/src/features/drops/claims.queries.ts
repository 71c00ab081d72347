import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { dropClaims } from './drops.tables.ts';
import { isEndedClaimable, isRunning } from './seasons.queries.ts';

/** The account's minutes in the season. Locks the row, so that staff cannot correct it concurrently. */
export async function selectMinutesForClaim(
  tx: Transaction,
  { accountId, kind, seasonId }: { accountId: number; kind: DropKind; seasonId: number },
): Promise<number> {
  const { rows } = await tx.execute<{ minutes: number }>(sql`
    select minutes + adjusted as minutes from drop_totals
    where account_id = ${accountId} and kind = ${kind} and season_id = ${seasonId}
    for update`);
  return rows[0]?.minutes ?? 0;
}

/** @returns false when the reward was already claimed */
export async function insertClaim(
  tx: Transaction,
  { accountId, rewardId }: { accountId: number; rewardId: number },
): Promise<boolean> {
  const rows = await tx
    .insert(dropClaims)
    .values({ accountId, rewardId })
    .onConflictDoNothing()
    .returning({ rewardId: dropClaims.rewardId });
  return rows.length > 0;
}

export async function selectClaimedRewardIds(db: Db, accountId: number): Promise<Set<number>> {
  const rows = await db
    .select({ rewardId: dropClaims.rewardId })
    .from(dropClaims)
    .where(eq(dropClaims.accountId, accountId));
  return new Set(rows.map(({ rewardId }) => rewardId));
}

/** Whether the season runs, or is in its claim period. */
export async function selectIsClaimable(db: Db, seasonId: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from twitch_seasons where id = ${seasonId} and (${isRunning} or ${isEndedClaimable})`,
  );
  return rows.length > 0;
}

export async function selectCurrentSeasonId(db: Db): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from twitch_seasons where ${isRunning}`);
  return rows[0]?.id;
}
