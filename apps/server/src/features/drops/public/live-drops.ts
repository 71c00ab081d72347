import type { LiveDrops } from '@waygate/contract/drops/live-drops.schemas';
import type { Db } from '#platform/db/database.ts';
import { selectLiveDrops } from './live-drops.queries.ts';

/** What visitors see of drops: the running season, who streams in it, and its first rewards. */
export async function readLiveDrops(db: Db, tickSeconds: number): Promise<LiveDrops> {
  const { season, live, ...others } = await selectLiveDrops(db, tickSeconds);
  return {
    season: season && {
      ...season,
      startsAt: iso(season.startsAt),
      endsAt: season.endsAt === null ? null : iso(season.endsAt),
    },
    live: live.map((channel) => ({ ...channel, url: `https://www.twitch.tv/${channel.login}` })),
    ...others,
  };
}

/** PostgreSQL writes times in JSON with an offset. */
function iso(time: string): string {
  return new Date(time).toISOString();
}
