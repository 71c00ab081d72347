// Counts minutes watched and streamed on Twitch, and grants the rewards claimed for them.
export { selectComingSeasons } from './admin/coming-seasons.queries.ts';
export { selectStreamerTasks } from './admin/streamer-tasks.queries.ts';
export { insertFirstSeason } from './first-season.queries.ts';
export { readLiveDrops } from './public/live-drops.ts';
export { endSimulatedLinks, forgetTwitch, type UnlinkParts } from './unlink.service.ts';
export { observeDrops } from './drop-metrics.ts';
export { startTicker } from './ticker.ts';
