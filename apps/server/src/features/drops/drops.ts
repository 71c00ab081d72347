// Minutes of watching and streaming on Twitch, and the rewards claimed for them.
export { insertFirstSeason } from './first-season.queries.ts';
export { startTicker } from './ticker.ts';
