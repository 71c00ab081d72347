import path from 'node:path';
import type { Database } from '#platform/db/database.ts';
import type { JobHandler, Jobs } from '#platform/jobs/jobs.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { deleteUnusedPicture } from './job-definitions.ts';
import {
  selectPictureLocked,
  selectUnusedPictures,
  updateFileGone,
  updatePictureRemoved,
} from './media.queries.ts';

/** Has every picture deleted that was uploaded a while ago and that nothing shows. */
export function createPictureSweeper({ db, jobs }: { db: Database; jobs: Jobs }): JobHandler<object> {
  return async () => {
    const names = await selectUnusedPictures(db);
    const payloads = names.map((name) => ({ address: `/media/${name}` }));
    await db.transaction((tx) => jobs.enqueueAll(tx, deleteUnusedPicture, payloads));
  };
}

/** Deletes a picture for good, unless somebody shows it, or may be about to. */
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
    await storage.remove(`media/${name}`);
    await updateFileGone(db, name);
  };
}

/**
 * From its commit on, no row that shows the picture can be written, and its name is never given to another one:
 * the file can go at any time later, and again after a failure.
 *
 * @returns whether the file is to go
 */
async function retirePicture(db: Database, name: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const picture = await selectPictureLocked(tx, name);
    if (!picture || picture.isWaiting) return false;
    // A statement of its own, after the lock: it sees whoever had held it until then.
    return picture.isRemoved || updatePictureRemoved(tx, name);
  });
}
