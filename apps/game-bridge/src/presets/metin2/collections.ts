import type { GameDatabase } from '#database/game-database.ts';
import { selectTaken } from './awards.ts';

const AT_ONCE = 500;
/** After a restart, what was taken in the last days is answered again: reporting it twice is harmless. */
const LOOK_BACK_SECONDS = 3 * 86_400;

export type Collected = { idempotencyKey: string; collectedAt: Date };

/** Deliveries that players took out of the item shop, by the game's own `taken_time`. */
export function createCollections(database: GameDatabase): () => Promise<Collected[]> {
  let since: number | undefined;
  const known = new Set<string>();
  return async () => {
    since ??= Math.floor(Date.now() / 1000) - LOOK_BACK_SECONDS;
    const taken = await selectTaken(database, since, AT_ONCE);
    // The last second is read again, because more may have been taken in it.
    since = Math.max(since, taken.at(-1)?.collectedAt ?? since);
    const fresh = taken.filter(({ key }) => !known.has(key));
    if (known.size > AT_ONCE * 20) known.clear();
    for (const { key } of fresh) known.add(key);
    return fresh.map(({ key, collectedAt }) => ({
      idempotencyKey: key,
      collectedAt: new Date(collectedAt * 1000),
    }));
  };
}
