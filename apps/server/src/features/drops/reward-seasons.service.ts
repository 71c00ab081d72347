import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { invalid } from '#platform/errors/app-error.ts';
import { twitchSeasons } from './drops.tables.ts';

/**
 * Refuses what is to belong to a season that there is not. The season stays until the transaction ends.
 *
 * @throws validation_failed of the field `season`
 */
export async function requireSeason(tx: Transaction, id: number): Promise<void> {
  const found = await tx
    .select({ id: twitchSeasons.id })
    .from(twitchSeasons)
    .where(eq(twitchSeasons.id, id))
    .for('key share');
  if (found.length > 0) return;
  const sentence = `There is no season ${id}. Please set it up first.`;
  throw invalid(sentence, { season: sentence });
}
