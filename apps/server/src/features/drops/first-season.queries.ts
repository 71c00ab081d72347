import type { Transaction } from '#platform/db/database.ts';
import { insertSeason, type NewSeason, selectHasSeasons } from './seasons.queries.ts';

/**
 * Begins a season where there was never one.
 *
 * @returns its id; undefined where there is a season already
 */
export async function insertFirstSeason(tx: Transaction, season: NewSeason): Promise<number | undefined> {
  return (await selectHasSeasons(tx)) ? undefined : insertSeason(tx, season);
}
