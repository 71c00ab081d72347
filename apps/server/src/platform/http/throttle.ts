import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { tooManyRequests } from '#platform/errors/app-error.ts';

/** At most `points` uses of `key` in a window that opens with its first use. */
export type Allowance = { key: string; points: number; windowSeconds: number };

/**
 * Counts one use of each key, in one statement, shared by every process on the database.
 * Counting comes before the work, so that parallel callers cannot all slip past the limit.
 *
 * @throws too_many_requests with the seconds until the fullest window ends
 */
export async function consume(db: Db, allowances: Allowance[]): Promise<void> {
  const result = await db.execute<{ key: string; used: number; seconds_left: number }>(sql`
    insert into rate_limits as known (key, used, resets_at)
    select key, 1, now() + make_interval(secs => seconds)
    from unnest(${sql.param(allowances.map(({ key }) => key))}::text[],
                ${sql.param(allowances.map(({ windowSeconds }) => windowSeconds))}::int[]) as asked (key, seconds)
    order by key
    on conflict (key) do update set
      used = case when known.resets_at <= now() then 1 else known.used + 1 end,
      resets_at = case when known.resets_at <= now() then excluded.resets_at else known.resets_at end
    returning key, used, extract(epoch from resets_at - now())::float8 as seconds_left`);
  const exceeded = result.rows.filter(({ key, used }) => used > pointsOf(allowances, key));
  if (exceeded.length === 0) return;
  throw tooManyRequests(Math.max(...exceeded.map(({ seconds_left }) => seconds_left)));
}

/** Gives one use of each key back, after an attempt that should not count. */
export async function giveBack(db: Db, keys: string[]): Promise<void> {
  await db.execute(sql`
    update rate_limits set used = greatest(used - 1, 0)
    where key in (select key from rate_limits where key = any(${sql.param(keys)}::text[]) order by key for update)`);
}

/** Deletes windows that have ended. */
export async function deleteEndedWindows(db: Db): Promise<void> {
  await db.execute(sql`delete from rate_limits where resets_at <= now()`);
}

function pointsOf(allowances: Allowance[], key: string): number {
  return allowances.find((allowance) => allowance.key === key)?.points ?? 0;
}
