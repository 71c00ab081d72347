import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type NewTwitchRewardRow, type TwitchRewardRow, twitchRewards } from './twitch-rewards.tables.ts';

export type { TwitchRewardRow };

/** The rewards of a season, by required minutes. */
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

/** A reward, also a deleted one. Staff can't change it until the claim's transaction has ended. */
export async function findRewardLocked(tx: Transaction, id: number): Promise<TwitchRewardRow | undefined> {
  const [row] = await tx.select().from(twitchRewards).where(eq(twitchRewards.id, id)).for('share');
  return row;
}

/** Whether there was ever a reward in any season. */
export async function hasRewards(db: Db): Promise<boolean> {
  const found = await db.select({ id: twitchRewards.id }).from(twitchRewards).limit(1);
  return found.length > 0;
}

/** Inserts rewards in one statement. */
export async function insertSeasonRewards(tx: Transaction, rows: NewTwitchRewardRow[]): Promise<void> {
  await tx.insert(twitchRewards).values(rows);
}
