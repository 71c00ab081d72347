import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type NewTwitchRewardRow, type TwitchRewardRow, twitchRewards } from './twitch-rewards.tables.ts';

export type { TwitchRewardRow };

/** What can be earned in a season, from the least minutes up. */
export async function findSeasonRewards(
  db: Db,
  { season, type }: Pick<TwitchRewardRow, 'season' | 'type'>,
): Promise<TwitchRewardRow[]> {
  return db
    .select()
    .from(twitchRewards)
    .where(
      and(eq(twitchRewards.season, season), eq(twitchRewards.type, type), isNull(twitchRewards.deletedAt)),
    )
    .orderBy(asc(twitchRewards.requiredMinutes), asc(twitchRewards.id));
}

/** A reward as it is now, or was when it was deleted: what it gives is read in the transaction that gives it. */
export async function findReward(db: Db, id: number): Promise<TwitchRewardRow | undefined> {
  const [row] = await db.select().from(twitchRewards).where(eq(twitchRewards.id, id));
  return row;
}

/** Whether there was ever a reward, of whatever season. */
export async function hasRewards(db: Db): Promise<boolean> {
  const found = await db.select({ id: twitchRewards.id }).from(twitchRewards).limit(1);
  return found.length > 0;
}

/** Puts up many rewards at once. */
export async function insertSeasonRewards(tx: Transaction, rows: NewTwitchRewardRow[]): Promise<void> {
  await tx.insert(twitchRewards).values(rows);
}
