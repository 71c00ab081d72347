import { getLiveDrops } from '@waygate/contract/drops/drops.endpoints';
import type { TwitchParts } from '#features/twitch-links/twitch-links.ts';
import type { Route } from '#platform/http/route.ts';
import { selectLiveDrops } from './live-drops.queries.ts';

/** What visitors see of drops. */
export function liveDropRoutes(route: Route, { db, config }: TwitchParts): void {
  route(getLiveDrops, async () => {
    const { season, live, ...rewards } = await selectLiveDrops(db, config.drops.tickSeconds);
    return {
      season: season && {
        ...season,
        startsAt: iso(season.startsAt),
        endsAt: season.endsAt === null ? null : iso(season.endsAt),
      },
      live: live.map((channel) => ({ ...channel, url: `https://www.twitch.tv/${channel.login}` })),
      ...rewards,
    };
  });
}

/** PostgreSQL writes times in JSON with an offset. */
function iso(time: string): string {
  return new Date(time).toISOString();
}
