export { insertFirstSeason } from './first-season.queries.ts';
export { startTicker } from './ticker.service.ts';
