import { getLiveDrops } from '@waygate/contract/drops/drops.endpoints';
import type { TwitchParts } from '#features/twitch-links/twitch-links.ts';
import type { Route } from '#platform/http/route.ts';
import { readLiveDrops } from './live-drops.ts';

/** What visitors see of drops. */
export function liveDropRoutes(route: Route, { db, config }: TwitchParts): void {
  route(getLiveDrops, () => readLiveDrops(db, config.drops.tickSeconds));
}
