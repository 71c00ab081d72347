import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import { sql } from 'drizzle-orm';
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

/** A claim, with the references that its delivery's key is made of. */
type ClaimRow = { rewardId: number; accountReference: string; rewardReference: string };

/** The account's claims of these rewards. */
export async function selectClaims(
  db: Db,
  { accountId, rewardIds }: { accountId: number; rewardIds: number[] },
): Promise<ClaimRow[]> {
  if (rewardIds.length === 0) return [];
  const { rows } = await db.execute<ClaimRow>(sql`
    select c.reward_id as "rewardId", a.reference as "accountReference", r.reference as "rewardReference"
    from drop_claims c join accounts a on a.id = c.account_id join twitch_rewards r on r.id = c.reward_id
    where c.account_id = ${accountId} and c.reward_id = any(${sql.param(rewardIds)}::int[])`);
  return rows;
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
