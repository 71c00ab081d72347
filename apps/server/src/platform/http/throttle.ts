import { type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { tooManyRequests } from '#platform/errors/app-error.ts';

/** At most `points` uses of `key` in a window that opens with its first use. */
export type Allowance = { key: string; points: number; windowSeconds: number };

/**
 * Counts one use of each key, in one statement, shared by every process on the database.
 * Counts before the work, so that parallel callers cannot exceed the limit.
 *
 * @throws too_many_requests with the seconds until the fullest window ends
 */
export async function consume(db: Db, allowances: Allowance[]): Promise<void> {
  const keys = sql.param(allowances.map(({ key }) => key));
  const seconds = sql.param(allowances.map(({ windowSeconds }) => windowSeconds));
  const result = await db.execute<{ key: string; used: number; seconds_left: number }>(
    countUses(sql`select * from unnest(${keys}::text[], ${seconds}::int[]) as asked (key, seconds)`),
  );
  const exceeded = result.rows.filter(({ key, used }) => used > pointsOf(allowances, key));
  if (exceeded.length === 0) return;
  throw tooManyRequests(Math.max(...exceeded.map(({ seconds_left }) => seconds_left)));
}

/**
 * The counting statement, for callers that count and read in one round trip.
 *
 * @param asked a query of `key text, seconds int`
 * @returns a statement that returns `key`, `used` and `seconds_left` of each
 */
export function countUses(asked: SQL): SQL {
  // The remaining time uses clock_timestamp(), because now() does not advance while the statement waits for the row.
  // Lock order: key. Grouped by key, because a statement may not update a row twice.
  return sql`
    insert into rate_limits as known (key, used, resets_at)
    select key, 1, now() + make_interval(secs => max(seconds)) from (${asked}) as asked (key, seconds)
    group by key order by key
    on conflict (key) do update set
      used = case when known.resets_at <= now() then 1 else known.used + 1 end,
      resets_at = case when known.resets_at <= now() then excluded.resets_at else known.resets_at end
    returning key, used, extract(epoch from resets_at - clock_timestamp())::float8 as seconds_left`;
}

const returnedUses = prepared((db) => {
  const returned = db.$with('returned', { key: sql<string>`key`.as('key') }).as(sql`
    update rate_limits set used = greatest(used - 1, 0)
    where key in (select key from rate_limits where key = any(${sql.placeholder('keys')}::text[]) order by key for update)
    returning key`);
  return db.with(returned).select().from(returned).prepare('give_back');
});

/** Returns one use of each key, after an attempt that must not count. */
export async function giveBack(db: Db, keys: string[]): Promise<void> {
  await returnedUses(db).execute({ keys });
}

/** Deletes windows that have ended. */
export async function deleteEndedWindows(db: Db): Promise<void> {
  // Skips locked rows: their holder may be waiting for another of these rows.
  await db.execute(sql`
    delete from rate_limits where key in (
      select key from rate_limits where resets_at <= now() for update skip locked)`);
}

function pointsOf(allowances: Allowance[], key: string): number {
  return allowances.find((allowance) => allowance.key === key)?.points ?? 0;
}
