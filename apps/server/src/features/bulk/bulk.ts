// Grants and bans of lists of players.
export { countStalled, finishBulkLists } from './bulk.queries.ts';
export { observeBulkLists } from './bulk-metrics.ts';
