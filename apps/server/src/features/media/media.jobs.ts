import path from 'node:path';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#platform/db/database.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { selectIsNamedIn } from './media.queries.ts';
import { isOwnPicture } from './media.service.ts';

/**
 * Deletes a record's own picture for good, unless somebody has copied its address into a text.
 *
 * @param tables whatever may show a picture
 */
export function createPictureDeleter({
  db,
  storage,
  tables,
}: {
  db: Db;
  storage: Storage;
  tables: readonly PgTable[];
}): JobHandler<{ address: string }> {
  return async ({ address }) => {
    if (!isOwnPicture(address)) throw new Error(`${address} may be in use by any text.`);
    if (await selectIsNamedIn(db, tables, path.basename(address))) return;
    await storage.remove(address.slice(1));
  };
}
