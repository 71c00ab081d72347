import { sql } from 'drizzle-orm';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { idIn } from '#platform/db/search-text.ts';
import { notFound } from '#platform/errors/app-error.ts';

export type DropAccountRow = { accountId: number; userName: string };

/** Accounts with exactly this id or name; the name's case doesn't matter. */
export async function selectAccountsCalled(db: Db, idOrName: string): Promise<DropAccountRow[]> {
  const { rows } = await db.execute<DropAccountRow>(sql`
    select id as "accountId", user_name as "userName" from accounts
    where id = ${idIn(idOrName) ?? null}::int or lower(user_name) = lower(${idOrName}) order by id`);
  return rows;
}

export type MinutesOfAccount = Awaited<ReturnType<typeof getAccountMinutes>>;

/** An account's minutes in every season, and what it claimed for them. */
export async function getAccountMinutes(db: Database, accountId: number) {
  const [account, minutes, claims] = await Promise.all([
    getDropAccount(db, accountId),
    selectAccountMinutes(db, accountId),
    selectAccountClaims(db, accountId),
  ]);
  return { account, minutes, claims };
}

/** @throws not_found */
export async function getDropAccount(
  db: Db,
  accountId: number,
): Promise<DropAccountRow & { twitchLogin: string | null }> {
  const { rows } = await db.execute<DropAccountRow & { twitchLogin: string | null }>(sql`
    select a.id as "accountId", a.user_name as "userName", l.login as "twitchLogin"
    from accounts a left join twitch_links l on l.account_id = a.id where a.id = ${accountId}`);
  const [account] = rows;
  if (!account) throw notFound('There is no account with this id.');
  return account;
}

type AccountMinutesRow = {
  seasonId: number;
  kind: 'viewer' | 'streamer';
  minutes: number;
  adjusted: number;
};

/** Of every season, the newest first. */
export async function selectAccountMinutes(db: Db, accountId: number): Promise<AccountMinutesRow[]> {
  const { rows } = await db.execute<AccountMinutesRow>(sql`
    select season_id as "seasonId", kind, minutes, adjusted from drop_totals
    where account_id = ${accountId} order by season_id desc, kind desc`);
  return rows;
}

export type ClaimRow = { rewardId: number; title: string; kind: 'viewer' | 'streamer'; claimedAt: string };

/** The newest first. */
export async function selectAccountClaims(db: Db, accountId: number): Promise<ClaimRow[]> {
  const { rows } = await db.execute<ClaimRow>(sql`
    select c.reward_id as "rewardId", r.title, r.type as kind, c.claimed_at as "claimedAt"
    from drop_claims c join twitch_rewards r on r.id = c.reward_id
    where c.account_id = ${accountId} order by c.claimed_at desc`);
  return rows;
}

export type Adjustment = {
  requestId: string;
  accountId: number;
  kind: 'viewer' | 'streamer';
  seasonId: number;
  minutes: number;
  reason: string;
};

/** @returns false when the request id was used before */
export async function insertAdjustment(tx: Transaction, adjustment: Adjustment): Promise<boolean> {
  const { requestId, accountId, kind, seasonId, minutes, reason } = adjustment;
  const { rows } = await tx.execute(sql`
    insert into drop_adjustments (request_id, account_id, kind, season_id, minutes, reason)
    values (${requestId}, ${accountId}, ${kind}, ${seasonId}, ${minutes}, ${reason})
    on conflict do nothing returning request_id`);
  return rows.length > 0;
}

/** Whether the request id was used for exactly this adjustment. */
export async function selectIsAdjusted(tx: Transaction, adjustment: Adjustment): Promise<boolean> {
  const { requestId, accountId, kind, minutes, reason } = adjustment;
  const { rows } = await tx.execute(sql`
    select from drop_adjustments where request_id = ${requestId} and account_id = ${accountId}
      and kind = ${kind} and minutes = ${minutes} and reason = ${reason}`);
  return rows.length > 0;
}

/**
 * Adds the minutes, which may be negative, to the adjusted ones. The total never falls below zero.
 *
 * @returns the totals before and after; undefined when the total would be negative
 */
export async function upsertAdjusted(
  tx: Transaction,
  { accountId, kind, seasonId, minutes }: Adjustment,
): Promise<{ before: number; after: number } | undefined> {
  await tx.execute(sql`
    insert into drop_totals (account_id, kind, season_id) values (${accountId}, ${kind}, ${seasonId})
    on conflict do nothing`);
  const { rows } = await tx.execute<{ after: number }>(sql`
    update drop_totals set adjusted = adjusted + ${minutes}
    where account_id = ${accountId} and kind = ${kind} and season_id = ${seasonId}
      and minutes + adjusted + ${minutes} >= 0
    returning minutes + adjusted as after`);
  const [row] = rows;
  return row && { before: row.after - minutes, after: row.after };
}
