import type { Transaction } from '#platform/db/database.ts';
import { insertSeason, type NewSeason, selectHasSeasons } from './seasons.queries.ts';

/**
 * Inserts a season if there is none.
 *
 * @returns its id; undefined when a season exists
 */
export async function insertFirstSeason(tx: Transaction, season: NewSeason): Promise<number | undefined> {
  return (await selectHasSeasons(tx)) ? undefined : insertSeason(tx, season);
}
