import type { ServerItem } from '@waygate/contract/products/products.schemas';
import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { FIRST_SERVER_ID } from '#features/game-servers/game-servers.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import {
  type NewTwitchRewardRow,
  twitchRewardItems,
  type TwitchRewardRow,
  twitchRewards,
} from './twitch-rewards.tables.ts';

/** A reward with the ids of its item on game servers other than the first. */
export type RewardWithItems = TwitchRewardRow & { serverItems: ServerItem[] };
export type NewReward = NewTwitchRewardRow & { serverItems?: ServerItem[] };

/** A reward with the listed game servers it can be claimed for. */
export type ClaimableReward = RewardWithItems & { serverIds: number[] };

const serverItems = sql<ServerItem[]>`(
  select coalesce(json_agg(json_build_object('serverId', i.server_id, 'itemId', i.item_id) order by i.server_id), '[]')
  from twitch_reward_items i where i.reward_id = ${twitchRewards}.id)`;

export const rewardColumns = { ...getTableColumns(twitchRewards), serverItems };

/** The listed game servers that have an id of the item of `reward`, an alias of the table, in their order. */
export const serverIdsOfReward = (reward: SQL) => sql<number[]>`(
  select coalesce(json_agg(s.id order by s.position, s.id), '[]')
  from game_servers s
    left join twitch_reward_items i on i.reward_id = ${reward}.id and i.server_id = s.id
  where s.is_listed
    and case when s.id = ${sql.raw(String(FIRST_SERVER_ID))} then ${reward}.item_id else i.item_id end is not null)`;

const claimableColumns = { ...rewardColumns, serverIds: serverIdsOfReward(sql`${twitchRewards}`) };

/** The rewards of a season, by required minutes. */
export async function findSeasonRewards(
  db: Db,
  { season, type }: Pick<TwitchRewardRow, 'season' | 'type'>,
): Promise<ClaimableReward[]> {
  return db
    .select(claimableColumns)
    .from(twitchRewards)
    .where(
      and(eq(twitchRewards.season, season), eq(twitchRewards.type, type), isNull(twitchRewards.deletedAt)),
    )
    .orderBy(asc(twitchRewards.requiredMinutes), asc(twitchRewards.id));
}

/**
 * A reward, also a deleted one. Staff can't change it until the claim's transaction has ended. Read by a second
 * statement, since the first one may have waited for a transaction that changed its items.
 */
export async function findRewardLocked(tx: Transaction, id: number): Promise<ClaimableReward | undefined> {
  await tx.select({ id: twitchRewards.id }).from(twitchRewards).where(eq(twitchRewards.id, id)).for('share');
  const [row] = await tx.select(claimableColumns).from(twitchRewards).where(eq(twitchRewards.id, id));
  return row;
}

/** Whether there was ever a reward in any season. */
export async function hasRewards(db: Db): Promise<boolean> {
  const found = await db.select({ id: twitchRewards.id }).from(twitchRewards).limit(1);
  return found.length > 0;
}

/** Inserts rewards in one statement, and their items in a second one. */
export async function insertSeasonRewards(tx: Transaction, rewards: NewReward[]): Promise<void> {
  const rows = await tx
    .insert(twitchRewards)
    .values(rewards.map(({ serverItems: _items, ...row }) => row))
    .returning({ id: twitchRewards.id });
  const items = rows.flatMap(({ id: rewardId }, index) =>
    (rewards[index]?.serverItems ?? []).map((item) => ({ ...item, rewardId })),
  );
  if (items.length > 0) await tx.insert(twitchRewardItems).values(items);
}
