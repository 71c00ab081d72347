import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { currentMinute, isCutOff } from './samples.queries.ts';

const HOUR_SECONDS = 3600;

export type SampleCounts = { ok: number; partial: number; failed: number; missing: number };

/**
 * The minutes of the last hour by the state of their sample. The current minute, samples still running and minutes before
 * the first sample ever don't count as failures.
 */
export async function selectSampleCounts(db: Db, tickSeconds: number): Promise<SampleCounts> {
  const { rows } = await db.execute<SampleCounts>(sql`
    with clock as (
      select ${currentMinute(tickSeconds)} as present, ${ticksIn(1, tickSeconds)}::int as hour
    ), span as (
      select greatest(present - hour, least(present, coalesce((select min(minute) from drop_samples), 0))) as first, present
      from clock
    )
    select count(*) filter (where state = 'ok')::int as ok,
           count(*) filter (where state = 'partial')::int as partial,
           count(*) filter (where state = 'failed' or ${isCutOff(tickSeconds)})::int as failed,
           max(present - first) - count(minute)::int as missing
    from span left join drop_samples on minute >= first and minute < present`);
  const [row] = rows;
  if (!row) throw new Error('The database counted no samples.');
  return row;
}

/** Ticks in so many hours. */
export function ticksIn(hours: number, tickSeconds: number): number {
  return Math.floor((hours * HOUR_SECONDS) / tickSeconds);
}
