import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import {
  type NewTwitchRewardRow,
  type TwitchRewardRow,
  twitchRewards,
} from '#features/twitch-rewards/twitch-rewards.tables.ts';

const isLive = isNull(twitchRewards.deletedAt);

/** The newest season first, then rewards of viewers before those of streamers, then by required minutes. */
export async function selectTwitchRewards(db: Db): Promise<TwitchRewardRow[]> {
  return db
    .select()
    .from(twitchRewards)
    .where(isLive)
    .orderBy(
      desc(twitchRewards.season),
      desc(twitchRewards.type),
      asc(twitchRewards.requiredMinutes),
      asc(twitchRewards.id),
    );
}

/** Locked until the transaction ends. */
export async function selectTwitchRewardLocked(
  tx: Transaction,
  id: number,
): Promise<TwitchRewardRow | undefined> {
  const [row] = await tx
    .select()
    .from(twitchRewards)
    .where(and(eq(twitchRewards.id, id), isLive))
    .for('no key update');
  return row;
}

/** Whether the season exists. A key share lock keeps it until the transaction ends. */
export async function selectHasSeasonLocked(tx: Transaction, id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from twitch_seasons where id = ${id} for key share`);
  return rows.length > 0;
}

export async function insertTwitchReward(tx: Transaction, row: NewTwitchRewardRow): Promise<TwitchRewardRow> {
  const [inserted] = await tx.insert(twitchRewards).values(row).returning();
  if (!inserted) throw new Error('The database returned no row for an inserted reward.');
  return inserted;
}

export async function updateTwitchRewardRow(
  tx: Transaction,
  id: number,
  row: Partial<NewTwitchRewardRow>,
): Promise<TwitchRewardRow> {
  const [updated] = await tx
    .update(twitchRewards)
    .set({ ...row, revision: sql`${twitchRewards.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(twitchRewards.id, id))
    .returning();
  if (!updated) throw new Error('The database returned no row for a locked reward.');
  return updated;
}

/** The row stays, since claims refer to it; its picture does not. */
export async function updateTwitchRewardDeleted(tx: Transaction, id: number): Promise<void> {
  await tx
    .update(twitchRewards)
    .set({ deletedAt: sql`now()`, imageUrl: null })
    .where(eq(twitchRewards.id, id));
}
