import { sql } from 'drizzle-orm';
import { streamerState, type TwitchParts } from '#features/twitch-links/twitch-links.ts';
import type { Db } from '#platform/db/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { selectSampleCounts } from './sample-counts.queries.ts';

/** Registers the gauges for drops. They read the database, so every process reports the same numbers. */
export function observeDrops(metrics: Metrics, { db, config, twitch }: TwitchParts): void {
  metrics.gauge(
    'waygate_drop_sample_age_seconds',
    'Time since the newest sample of drops that was taken. Usually below 90; not a number before the first.',
    () => selectSampleAge(db),
  );
  metrics.gaugesByLabel(
    'state',
    { waygate_drop_minutes: 'Minutes of the last hour, by their sample.' },
    async () => {
      const counts = await selectSampleCounts(db, config.drops.tickSeconds);
      return Object.entries(counts).map(([label, count]) => ({ label, waygate_drop_minutes: count }));
    },
  );
  metrics.gaugesByLabel(
    'state',
    { waygate_drop_streamers: 'Accounts that earn by streaming, by state.' },
    () => selectStreamerCounts(db, twitch),
  );
}

async function selectSampleAge(db: Db): Promise<number> {
  const { rows } = await db.execute<{ age: number }>(sql`
    select extract(epoch from now() - finished_at)::float8 as age from drop_samples
    where state in ('ok', 'partial') order by minute desc limit 1`);
  return rows[0]?.age ?? Number.NaN;
}

/** Streamers are few: hundreds, where accounts are a million. */
async function selectStreamerCounts(db: Db, twitch: TwitchParts['twitch']) {
  const { rows } = await db.execute<{ label: string; waygate_drop_streamers: number }>(sql`
    select states.label, count(state)::int as waygate_drop_streamers
    from (values ('pending'), ('approved'), ('rejected'), ('needs_new_link')) as states (label)
    left join (select ${streamerState(twitch?.tokens)} as state from twitch_streamers) s on s.state = states.label
    group by states.label`);
  return rows;
}
