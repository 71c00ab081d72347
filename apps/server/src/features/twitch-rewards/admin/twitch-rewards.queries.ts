import type { ServerItem } from '@waygate/contract/products/products.schemas';
import { and, asc, desc, eq, isNull, not, or, sql } from 'drizzle-orm';
import {
  type NewReward,
  rewardColumns,
  type RewardWithItems,
} from '#features/twitch-rewards/season-rewards.queries.ts';
import { twitchRewardItems, twitchRewards } from '#features/twitch-rewards/twitch-rewards.tables.ts';
import type { Db, Transaction } from '#platform/db/database.ts';

const isLive = isNull(twitchRewards.deletedAt);

/** A reward, with whether somebody has claimed it. */
export type ListedReward = RewardWithItems & { hasClaims: boolean };

const hasClaims = sql<boolean>`exists (select from drop_claims c where c.reward_id = ${twitchRewards.id})`;

const listed = { ...rewardColumns, hasClaims };

/** A reward with what its item is called. */
export type NamedReward = ListedReward & { itemName: string };

// As deliveries call it.
const itemName = sql<string>`coalesce(
  case when ${twitchRewards}.item_id is null then (
    select lines.label
    from twitch_reward_items as own
      join product_line_items as items on (items.server_id, items.item_id) = (own.server_id, own.item_id)
      join product_lines as lines on (lines.product_id, lines.position) = (items.product_id, items.position)
    where own.reward_id = ${twitchRewards}.id
    order by own.server_id, lines.label limit 1)
  else (
    select min(label) from product_lines as lines
    where lines.kind = 'item' and lines.item_id = ${twitchRewards}.item_id)
  end, ${twitchRewards}.title)`;

/** The newest season first, then rewards of viewers before those of streamers, then by required minutes. */
export async function selectTwitchRewards(db: Db): Promise<NamedReward[]> {
  return db
    .select({ ...listed, itemName })
    .from(twitchRewards)
    .where(isLive)
    .orderBy(
      desc(twitchRewards.season),
      desc(twitchRewards.type),
      asc(twitchRewards.requiredMinutes),
      asc(twitchRewards.id),
    );
}

/**
 * Locked until the transaction ends. Read by a second statement, since the first one may have waited for a transaction
 * that changed its items.
 */
export async function selectTwitchRewardLocked(
  tx: Transaction,
  id: number,
): Promise<RewardWithItems | undefined> {
  await tx
    .select({ id: twitchRewards.id })
    .from(twitchRewards)
    .where(eq(twitchRewards.id, id))
    .for('no key update');
  const [row] = await tx
    .select(rewardColumns)
    .from(twitchRewards)
    .where(and(eq(twitchRewards.id, id), isLive));
  return row;
}

/** A reward's picture, which stays its own until the transaction ends; undefined when there is no such reward. */
export async function selectPictureLocked(
  tx: Transaction,
  id: number,
): Promise<{ imageUrl: string | null } | undefined> {
  const [row] = await tx
    .select({ imageUrl: twitchRewards.imageUrl })
    .from(twitchRewards)
    .where(and(eq(twitchRewards.id, id), isLive))
    .for('share');
  return row;
}

/** Whether the season exists. A key share lock keeps it until the transaction ends. */
export async function selectHasSeasonLocked(tx: Transaction, id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from twitch_seasons where id = ${id} for key share`);
  return rows.length > 0;
}

/** Whether somebody has claimed the reward. */
export async function selectHasClaims(tx: Transaction, id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from drop_claims where reward_id = ${id} limit 1`);
  return rows.length > 0;
}

export async function insertTwitchReward(
  tx: Transaction,
  { serverItems = [], ...row }: NewReward,
): Promise<ListedReward> {
  const [inserted] = await tx.insert(twitchRewards).values(row).returning();
  if (!inserted) throw new Error('The database returned no row for an inserted reward.');
  await insertRewardItems(tx, inserted.id, serverItems);
  return { ...inserted, serverItems, hasClaims: false };
}

async function insertRewardItems(tx: Transaction, rewardId: number, items: ServerItem[]): Promise<void> {
  if (items.length > 0)
    await tx.insert(twitchRewardItems).values(items.map((item) => ({ ...item, rewardId })));
}

/**
 * Updates a locked reward, unless that changes what somebody's claim was for.
 *
 * @returns undefined when the reward is claimed, and its season, type or minutes would change
 */
export async function updateTwitchRewardRow(
  tx: Transaction,
  id: number,
  { serverItems = [], ...row }: NewReward,
): Promise<ListedReward | undefined> {
  const { season, type, requiredMinutes } = twitchRewards;
  const isSame = sql`(${season}, ${type}, ${requiredMinutes}) = (${row.season}, ${row.type}, ${row.requiredMinutes})`;
  const [updated] = await tx
    .update(twitchRewards)
    .set({ ...row, revision: sql`${twitchRewards.revision} + 1`, updatedAt: sql`now()` })
    .where(and(eq(twitchRewards.id, id), or(isSame, not(hasClaims))))
    .returning(listed);
  if (!updated) return undefined;
  await tx.delete(twitchRewardItems).where(eq(twitchRewardItems.rewardId, id));
  await insertRewardItems(tx, id, serverItems);
  return { ...updated, serverItems };
}

/** The row stays, since claims refer to it; its picture does not. */
export async function updateTwitchRewardDeleted(tx: Transaction, id: number): Promise<void> {
  await tx
    .update(twitchRewards)
    .set({ deletedAt: sql`now()`, imageUrl: null })
    .where(eq(twitchRewards.id, id));
}
