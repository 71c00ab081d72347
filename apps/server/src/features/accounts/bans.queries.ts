import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A ban that is in force; `endsAt` in ISO 8601, null for good. */
export type ActiveBan = { description: string; endsAt: string | null };

/** True for a row of bans that is in force. */
export const isInForce = sql`(bans.is_active and bans.starts_at <= now()
  and (bans.ends_at is null or bans.ends_at > now()))`;

/** True where the account of the outer query is under a ban now. */
export function isBanned(accountId: SQLWrapper): SQL<boolean> {
  return sql`exists (select 1 from bans where bans.account_id = ${accountId} and ${isInForce})`;
}

/** Of the bans in force that the condition names, the one that ends last, as `ActiveBan` or null. */
export function latestBan(condition: SQL): SQL<ActiveBan | null> {
  return sql`(
    select json_build_object('description', bans.description, 'endsAt', bans.ends_at)
    from bans where ${condition} and ${isInForce}
    order by bans.ends_at desc nulls first limit 1)`;
}
