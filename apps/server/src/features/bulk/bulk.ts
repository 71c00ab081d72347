// Grants and bans of lists of players.
export { countStopped } from './bulk.queries.ts';
