import path from 'node:path';
import { insertFirstSeason } from '#features/drops/drops.ts';
import { hasRewards, insertSeasonRewards } from '#features/twitch-rewards/twitch-rewards.ts';
import type { Database } from '#platform/db/database.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { readDemoDrops } from './demo-drops-file.ts';
import { storeDemoPicture } from './demo-pictures.ts';
import { insertSeed, selectIsSeeded } from './seeds.queries.ts';

const SEED = 'demo-drops';

/**
 * Adds a demo season with rewards to a portal that never had any, once. Any number of processes may call it at once.
 *
 * @param folder contains drops.yaml, and the pictures in drops/media
 * @returns whether this call added the season
 */
export async function seedDemoDrops(db: Database, storage: Storage, folder: string): Promise<boolean> {
  if (await selectIsSeeded(db, SEED)) return false;
  const { season, rewards } = await readDemoDrops(path.join(folder, 'drops.yaml'));
  const media = path.join(folder, 'drops', 'media');
  const withPictures = await Promise.all(
    rewards.map(async ({ image, ...reward }) => ({
      ...reward,
      imageUrl: await storeDemoPicture({ db, storage }, { media, image }),
    })),
  );
  return db.transaction(async (tx) => {
    if (!(await insertSeed(tx, SEED)) || (await hasRewards(tx))) return false;
    const seasonId = await insertFirstSeason(tx, { ...season, endsAt: null, claimUntil: null });
    if (seasonId === undefined) return false;
    await insertSeasonRewards(
      tx,
      withPictures.map((reward) => ({ ...reward, season: seasonId })),
    );
    return true;
  });
}
