import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import type { bans } from './accounts.tables.ts';

export type BanRow = typeof bans.$inferSelect;

/** A ban that is in force. `endsAt` is in ISO 8601; null means permanent. */
export type ActiveBan = { description: string; endsAt: string | null };

/** SQL condition: a row of bans is in force. */
export const isInForce = sql`(bans.is_active and bans.starts_at <= now()
  and (bans.ends_at is null or bans.ends_at > now()))`;

/** SQL condition: the account is banned now. */
export function isBanned(accountId: SQLWrapper): SQL<boolean> {
  return sql`exists (select 1 from bans where bans.account_id = ${accountId} and ${isInForce})`;
}

/** SQL expression: the matching ban in force that ends last, as `ActiveBan` or null. */
export function latestBan(condition: SQL): SQL<ActiveBan | null> {
  return sql`(
    select json_build_object('description', bans.description, 'endsAt', bans.ends_at)
    from bans where ${condition} and ${isInForce}
    order by bans.ends_at desc nulls first limit 1)`;
}

const banOfNetwork = prepared((db) =>
  db
    .select({ ban: latestBan(sql`bans.network = ${sql.placeholder('network')}`) })
    .from(sql`(select 1) as asked`)
    .prepare('ban_of_network'),
);

/** The ban of a network. It applies to everybody except owners. */
export async function selectBanOfNetwork(db: Db, network: string): Promise<ActiveBan | null> {
  const [row] = await banOfNetwork(db).execute({ network });
  return row?.ban ?? null;
}
