// Grants and bans of lists of players.
export { countStopped } from './bulk.queries.ts';
export { observeBulkLists } from './bulk-metrics.ts';
