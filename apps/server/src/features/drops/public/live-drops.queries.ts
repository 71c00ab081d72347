import type { LiveDrops } from '@waygate/contract/drops/live-drops.schemas';
import { type SQL, sql } from 'drizzle-orm';
import { isBanned } from '#features/identity/identity.ts';
import { FRESH_MINUTES } from '#features/drops/progress.rules.ts';
import { currentMinute } from '#features/drops/samples.queries.ts';
import { isRunning } from '#features/drops/seasons.queries.ts';
import type { Db } from '#platform/db/database.ts';

const SHOWN_CHANNELS = 12;
const SHOWN_REWARDS = 12;

type LiveDropsRow = Omit<LiveDrops, 'live'> & { live: Omit<LiveDrops['live'][number], 'url'>[] };

/**
 * The running season with its first rewards, and the channels with most viewers where minutes count, without banned ones; in
 * one statement along indexes. Times as PostgreSQL writes them.
 */
export async function selectLiveDrops(db: Db, tickSeconds: number): Promise<LiveDropsRow> {
  const isShown = sql`c.is_eligible and c.observed_minute >= ${currentMinute(tickSeconds)} - ${FRESH_MINUTES}::int
    and exists (select from season) and not ${isBanned(sql`c.account_id`)}`;
  const { rows } = await db.execute<LiveDropsRow>(sql`
    with season as (
      select id, name, starts_at as "startsAt", ends_at as "endsAt" from twitch_seasons where ${isRunning}
    )
    select
      (select json_build_object('name', name, 'startsAt', "startsAt", 'endsAt', "endsAt") from season) as season,
      (select coalesce(json_agg(shown), '[]') from (
         select l.login, l.display_name as "displayName", c.title, c.viewers, c.thumbnail_url as "thumbnailUrl"
         from drop_channels c join twitch_links l on l.account_id = c.account_id
         where ${isShown}
         order by c.viewers desc, c.account_id
         limit ${SHOWN_CHANNELS}
       ) shown) as live,
      (select count(*)::int from drop_channels c where ${isShown}) as total,
      ${rewards('viewer')} as "viewerRewards",
      ${rewards('streamer')} as "streamerRewards"`);
  const [row] = rows;
  if (!row) throw new Error('The database returned no row for live drops.');
  return row;
}

function rewards(type: 'viewer' | 'streamer'): SQL {
  return sql`(select coalesce(json_agg(shown), '[]') from (
    select r.title, r.image_url as "imageUrl", r.required_minutes as "requiredMinutes"
    from twitch_rewards r
    where r.season = (select id from season) and r.type = ${type} and r.deleted_at is null
    order by r.required_minutes, r.id
    limit ${SHOWN_REWARDS}
  ) shown)`;
}
