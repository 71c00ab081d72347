import type {
  TwitchReward,
  TwitchRewardInput,
} from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import { requireSection, changedFields, recordAudit, type Staff } from '#features/staff/staff.ts';
import { dropPicture, storeOwnWebp } from '#features/media/media.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { AppError, editConflict, invalid, notFound } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { presentTwitchReward } from './twitch-rewards.presenter.ts';
import {
  insertTwitchReward,
  selectHasSeasonLocked,
  selectTwitchRewardLocked,
  updateTwitchRewardDeleted,
  updateTwitchRewardRow,
} from './twitch-rewards.queries.ts';
import type { TwitchRewardRow } from '#features/twitch-rewards/twitch-rewards.tables.ts';

export type RewardParts = { db: Database; jobs: Jobs; storage: Storage; pictures: Pictures };

/** A reward as staff send it; `upload` is its picture as it was chosen. */
type Edit = { text: TwitchRewardInput; upload: Buffer | undefined };

export async function createTwitchReward(
  parts: RewardParts,
  staff: Staff,
  { text, upload }: Edit,
): Promise<TwitchReward> {
  const { revision: _, removeImage: __, ...fields } = text;
  return withPicture(parts, upload, async (tx, picture) => {
    await requireSection(tx, staff, 'twitchDrops');
    await requireSeason(tx, fields.season);
    const row = await insertTwitchReward(tx, { ...fields, imageUrl: picture ?? null });
    await recordAudit(tx, staff, { kind: 'twitch_reward.create', target: row.id, after: written(row) });
    return presentTwitchReward(row);
  });
}

/** Without a new picture the old one stays, unless it is to go. */
export async function updateTwitchReward(
  parts: RewardParts,
  staff: Staff,
  { id, text, upload }: Edit & { id: number },
): Promise<TwitchReward> {
  const { revision, removeImage, ...fields } = text;
  return withPicture(parts, upload, async (tx, picture) => {
    await requireSection(tx, staff, 'twitchDrops');
    const before = await getLocked(tx, id);
    if (revision !== undefined && revision !== before.revision) {
      throw editConflict(presentTwitchReward(before));
    }
    const imageUrl = picture ?? (removeImage ? null : before.imageUrl);
    const changes = changedFields(written(before), { ...fields, imageUrl });
    if (Object.keys(changes.after).length === 0) return presentTwitchReward(before);
    await requireSeason(tx, fields.season);
    const row = await updateTwitchRewardRow(tx, id, { ...fields, imageUrl });
    await recordAudit(tx, staff, { kind: 'twitch_reward.update', target: id, ...changes });
    if (before.imageUrl !== imageUrl) await dropPicture(tx, parts.jobs, before.imageUrl);
    return presentTwitchReward(row);
  });
}

/** Deletes the reward, and with it its picture. What was claimed before stays claimed. */
export async function deleteTwitchReward({ db, jobs }: RewardParts, staff: Staff, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await requireSection(tx, staff, 'twitchDrops');
    const before = await getLocked(tx, id);
    await updateTwitchRewardDeleted(tx, id);
    await recordAudit(tx, staff, { kind: 'twitch_reward.delete', target: id, before: written(before) });
    await dropPicture(tx, jobs, before.imageUrl);
  });
}

/** Keeps the picture before the transaction, which is to wait for no file, and not for one that was refused. */
async function withPicture<T>(
  { db, jobs, storage, pictures }: RewardParts,
  upload: Buffer | undefined,
  work: (tx: Transaction, picture: string | undefined) => Promise<T>,
): Promise<T> {
  if (!upload) return db.transaction((tx) => work(tx, undefined));
  const { content } = await pictures.encode(upload, 'image');
  const picture = await storeOwnWebp({ db, storage }, content);
  try {
    return await db.transaction((tx) => work(tx, picture));
  } catch (error) {
    // Of any other failure it is not known whether the row was written after all.
    if (error instanceof AppError) await db.transaction((tx) => dropPicture(tx, jobs, picture));
    throw error;
  }
}

async function getLocked(tx: Transaction, id: number): Promise<TwitchRewardRow> {
  const row = await selectTwitchRewardLocked(tx, id);
  if (!row) throw notFound('Reward not found.');
  return row;
}

/** Refuses a season that there is not; the one that there is stays until the transaction ends. */
async function requireSeason(tx: Transaction, id: number): Promise<void> {
  if (await selectHasSeasonLocked(tx, id)) return;
  const sentence = `There is no season ${id}. Please set it up first.`;
  throw invalid(sentence, { season: sentence });
}

/** What staff write, and the audit log tells of. */
function written(row: TwitchRewardRow) {
  const { season, type, title, description, requiredMinutes, itemId, itemQuantity, imageUrl } = row;
  return { season, type, title, description, requiredMinutes, itemId, itemQuantity, imageUrl };
}
