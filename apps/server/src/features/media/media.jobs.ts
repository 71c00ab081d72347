import path from 'node:path';
import type { Database } from '#platform/db/database.ts';
import type { JobHandler, Jobs } from '#platform/jobs/jobs.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { deleteUnusedPicture, makePictureWidths } from './job-definitions.ts';
import {
  selectPictureLocked,
  selectUnmeasuredPictures,
  selectUnusedPictures,
  updateFileGone,
  updatePictureRemoved,
} from './media.queries.ts';
import { makeWidths, removeWidths } from './picture-widths.service.ts';

/** As many as a worker takes at once. */
const MAX_WAITING = 4;

/** Makes the widths of pictures, one picture at a time: two jobs for the same one don't do its work twice. */
export function createWidthMaker(parts: {
  db: Database;
  storage: Storage;
  pictures: Pictures;
}): JobHandler<{ name: string }> {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: MAX_WAITING });
  return ({ name }) => inTurn(() => makeWidths(parts, name));
}

/**
 * Queues the deletion of every unused picture that was uploaded more than a week ago and that nobody keeps, and the
 * widths of those that aren't measured yet.
 */
export function createPictureSweeper({ db, jobs }: { db: Database; jobs: Jobs }): JobHandler<object> {
  return async () => {
    const names = await selectUnusedPictures(db);
    const payloads = names.map((name) => ({ address: `/media/${name}` }));
    const unmeasured = await selectUnmeasuredPictures(db);
    await db.transaction(async (tx) => {
      await jobs.enqueueAll(tx, deleteUnusedPicture, payloads);
      await jobs.enqueueAll(
        tx,
        makePictureWidths,
        unmeasured.map((name) => ({ name })),
      );
    });
  };
}

/** Deletes a picture's files, unless it is in use, kept or was uploaded recently. */
export function createPictureDeleter({
  db,
  storage,
}: {
  db: Database;
  storage: Storage;
}): JobHandler<{ address: string }> {
  return async ({ address }) => {
    const name = path.posix.basename(address);
    if (!(await retirePicture(db, name))) return;
    // The original goes first: without it no widths are made again.
    await storage.remove(`media/${name}`);
    await removeWidths(storage, name);
    await updateFileGone(db, name);
  };
}

/**
 * Marks the picture as removed. After the commit no row can use it and its name is never reused, so its file can be
 * deleted at any later time, and again after a failure.
 *
 * @returns whether the file must be deleted
 */
async function retirePicture(db: Database, name: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const picture = await selectPictureLocked(tx, name);
    if (!picture) return false;
    if (picture.isRemoved) return true;
    // A separate statement after the lock, so that it sees what the previous holder committed.
    return !picture.isWaiting && updatePictureRemoved(tx, name);
  });
}
