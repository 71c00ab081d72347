import type {
  TwitchReward,
  TwitchRewardInput,
} from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import { requireItemServers } from '#features/game-servers/game-servers.ts';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import { dropPicture, storeOwnWebp } from '#features/media/media.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { AppError, conflict, editConflict, invalid, notFound } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { presentTwitchReward } from './twitch-rewards.presenter.ts';
import {
  insertTwitchReward,
  selectHasClaims,
  selectHasSeasonLocked,
  selectPictureLocked,
  selectTwitchRewardLocked,
  updateTwitchRewardDeleted,
  updateTwitchRewardRow,
} from './twitch-rewards.queries.ts';
import type { RewardWithItems } from '#features/twitch-rewards/season-rewards.queries.ts';

export type RewardParts = { db: Database; jobs: Jobs; storage: Storage; pictures: Pictures };

/** A reward as staff send it; `upload` is the uploaded picture, not yet encoded. */
type Edit = { text: TwitchRewardInput; upload: Buffer | undefined };

const RIGHT = { section: 'twitchDrops' } as const;

/** @throws what `asStaff` throws; invalid for a season that does not exist; notFound for a copy of no reward */
export async function createTwitchReward(
  parts: RewardParts,
  staff: Staff,
  { text, upload }: Edit,
): Promise<TwitchReward> {
  const { revision: _, removeImage, copyOf, ...fields } = sorted(text);
  return withPicture(parts, upload, (picture) =>
    asStaff(parts.db, staff, RIGHT, async ({ tx }) => {
      await requireSeason(tx, fields.season);
      await requireItemServers(tx, new Map([['serverItems', fields.serverItems]]));
      const copied = copyOf === undefined ? null : await getPicture(tx, copyOf);
      const imageUrl = picture ?? (removeImage ? null : copied);
      const row = await insertTwitchReward(tx, { ...fields, imageUrl });
      const action = { kind: 'twitch_reward.create', target: row.id, after: recorded(row) } as const;
      return audited(action, presentTwitchReward(row));
    }),
  );
}

/**
 * Without a new picture the old one stays, unless the edit removes it.
 *
 * @throws what `asStaff` throws; notFound; editConflict; invalid for a season that does not exist; conflict when somebody
 *   has claimed it, and its season, type or minutes would change
 */
export async function updateTwitchReward(
  parts: RewardParts,
  staff: Staff,
  { id, text, upload }: Edit & { id: number },
): Promise<TwitchReward> {
  const { revision, removeImage, copyOf: _, ...fields } = sorted(text);
  return withPicture(parts, upload, (picture) =>
    asStaff(parts.db, staff, RIGHT, async ({ tx }) => {
      const before = await getLocked(tx, id);
      if (revision !== undefined && revision !== before.revision) {
        throw editConflict(await present(tx, before));
      }
      const imageUrl = picture ?? (removeImage ? null : before.imageUrl);
      const changes = changedFields(recorded(before), { ...fields, imageUrl });
      if (Object.keys(changes.after).length === 0) return unchanged(await present(tx, before));
      await requireSeason(tx, fields.season);
      await requireItemServers(tx, new Map([['serverItems', fields.serverItems]]));
      const row = await updateTwitchRewardRow(tx, id, { ...fields, imageUrl });
      if (!row) throw claimedConflict(changes.after);
      if (before.imageUrl !== imageUrl) await dropPicture(tx, parts.jobs, before.imageUrl);
      return audited({ kind: 'twitch_reward.update', target: id, ...changes }, presentTwitchReward(row));
    }),
  );
}

/**
 * Deletes the reward and its picture. Earlier claims stay.
 *
 * @throws what `asStaff` throws; notFound
 */
export async function deleteTwitchReward({ db, jobs }: RewardParts, staff: Staff, id: number): Promise<void> {
  await asStaff(db, staff, RIGHT, async ({ tx }) => {
    const before = await getLocked(tx, id);
    await updateTwitchRewardDeleted(tx, id);
    await dropPicture(tx, jobs, before.imageUrl);
    return audited({ kind: 'twitch_reward.delete', target: id, before: recorded(before) });
  });
}

/** Stores the picture before the transaction, which must not wait for files, and drops it when the write is refused. */
async function withPicture<T>(
  { db, jobs, storage, pictures }: RewardParts,
  upload: Buffer | undefined,
  write: (picture: string | undefined) => Promise<T>,
): Promise<T> {
  if (!upload) return write(undefined);
  const { content } = await pictures.encode(upload, 'image');
  const picture = await storeOwnWebp({ db, storage }, content);
  try {
    return await write(picture);
  } catch (error) {
    // After any other failure the row may have been written nevertheless.
    if (error instanceof AppError) await db.transaction((tx) => dropPicture(tx, jobs, picture));
    throw error;
  }
}

const LOCKED = ['season', 'type', 'requiredMinutes'];

/** Names the changed fields that a claim has fixed. */
function claimedConflict(changed: object) {
  const sentence =
    "Somebody has claimed this reward, so its season, type and minutes can't change. Copy it to another season instead.";
  const fields = Object.keys(changed).filter((field) => LOCKED.includes(field));
  return conflict(sentence, Object.fromEntries(fields.map((field) => [field, sentence])));
}

async function present(tx: Transaction, row: RewardWithItems): Promise<TwitchReward> {
  return presentTwitchReward({ ...row, hasClaims: await selectHasClaims(tx, row.id) });
}

async function getPicture(tx: Transaction, id: number): Promise<string | null> {
  const copied = await selectPictureLocked(tx, id);
  if (!copied) throw notFound('The reward to copy was deleted.');
  return copied.imageUrl;
}

async function getLocked(tx: Transaction, id: number): Promise<RewardWithItems> {
  const row = await selectTwitchRewardLocked(tx, id);
  if (!row) throw notFound('Reward not found.');
  return row;
}

/** Refuses a season that does not exist, and keeps an existing one until the transaction ends. */
async function requireSeason(tx: Transaction, id: number): Promise<void> {
  if (await selectHasSeasonLocked(tx, id)) return;
  const sentence = `There is no season ${id}. Please set it up first.`;
  throw invalid(sentence, { season: sentence });
}

/** Server by server in one order, so that sending them in another is no change. */
function sorted(text: TwitchRewardInput): TwitchRewardInput {
  return { ...text, serverItems: text.serverItems.toSorted((a, b) => a.serverId - b.serverId) };
}

/** The fields that staff write and the audit log records. */
function recorded(row: RewardWithItems) {
  const { season, type, title, description, requiredMinutes, itemId, serverItems, itemQuantity, imageUrl } =
    row;
  return { season, type, title, description, requiredMinutes, itemId, serverItems, itemQuantity, imageUrl };
}
