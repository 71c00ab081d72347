import { UNUSED_PICTURE_DAYS } from '@waygate/contract/picture-library/picture-library.schemas';
import { and, eq, isNotNull, isNull, not, notExists, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { pictures, pictureUses } from './media.tables.ts';

/** An unused picture waits: an unsaved draft in a browser may contain it. */
const hasWaited = sql`${pictures.uploadedAt} < now() - make_interval(days => ${UNUSED_PICTURE_DAYS})`;

/** What authors are typing is saved as drafts, which don't count as use. */
const isInDraft = sql`${pictures.name} in (select picture_names(changes::text) from content_drafts)`;

/** Neither used nor kept, nor in a draft. */
const isUnwanted = (db: Db) => and(not(pictures.isKept), isUnused(db), not(isInDraft));

/** Pictures of the demo come with their bytes, but without their pixels. */
const isUnmeasured = sql`(${pictures.width} is null or ${pictures.height} is null or ${pictures.bytes} is null)`;

export const isUnused = (db: Db) =>
  notExists(
    db
      .select({ picture: pictureUses.picture })
      .from(pictureUses)
      .where(eq(pictureUses.picture, pictures.name)),
  );

/** What the upload says of a picture, and its size in pixels where it was decoded. */
export type PictureDetails = { fileName: string; width?: number; height?: number };

/** @returns the name of this content's picture: the given one, or that of an existing picture with the same content */
export async function upsertSharedPicture(
  db: Db,
  picture: { name: string; content: string; bytes: number } & PictureDetails,
): Promise<string> {
  const [kept] = await db
    .insert(pictures)
    .values(picture)
    .onConflictDoUpdate({
      target: pictures.content,
      targetWhere: isNull(pictures.removedAt),
      set: {
        uploadedAt: sql`now()`,
        fileName: sql`coalesce(nullif(${pictures.fileName}, ''), excluded.file_name)`,
        width: sql`coalesce(excluded.width, ${pictures.width})`,
        height: sql`coalesce(excluded.height, ${pictures.height})`,
        bytes: sql`excluded.bytes`,
      },
    })
    .returning({ name: pictures.name });
  if (!kept) throw new Error('The database returned no name for a picture.');
  return kept.name;
}

export async function insertOwnPicture(db: Db, name: string): Promise<void> {
  await db.insert(pictures).values({ name });
}

/** Names of unused pictures past the waiting time that nobody keeps or drafts, and of removed ones whose file still exists. */
export async function selectUnusedPictures(db: Db): Promise<string[]> {
  const unused = await db
    .select({ name: pictures.name })
    .from(pictures)
    .where(
      or(
        and(isNull(pictures.removedAt), hasWaited, isUnwanted(db)),
        and(isNotNull(pictures.removedAt), pictures.hasFile),
      ),
    );
  return unused.map(({ name }) => name);
}

/** Locks the picture: until the transaction ends, nobody uploads it again or writes a row that uses it. */
export async function selectPictureLocked(
  tx: Transaction,
  name: string,
): Promise<{ isRemoved: boolean; isWaiting: boolean } | undefined> {
  const [picture] = await tx
    .select({
      isRemoved: sql<boolean>`${pictures.removedAt} is not null`,
      // Pictures of one record have no `content` and don't wait: they are never shared.
      isWaiting: sql<boolean>`${pictures.content} is not null and not ${hasWaited}`,
    })
    .from(pictures)
    .where(eq(pictures.name, name))
    .for('update');
  return picture;
}

/** Whether every upload of this picture in the last `UNUSED_PICTURE_DAYS` was by this member of staff. */
export async function selectIsUploadedBy(db: Db, address: string, staffId: number): Promise<boolean> {
  const { rows } = await db.execute<{ isOwn: boolean }>(sql`
    select coalesce(bool_and(staff_id = ${staffId}), false) as "isOwn" from audit_entries
    where target = ${address} and kind = 'image.upload' and at >= now() - make_interval(days => ${UNUSED_PICTURE_DAYS})`);
  return rows[0]?.isOwn ?? false;
}

/** Whether the picture exists and isn't removed. */
export async function selectPictureExists(db: Db, name: string): Promise<boolean> {
  const kept = await db
    .select({ name: pictures.name })
    .from(pictures)
    .where(and(eq(pictures.name, name), isNull(pictures.removedAt)));
  return kept.length > 0;
}

/** Width and height in pixels of a picture that isn't removed; undefined while it isn't measured. */
export async function selectPicturePixels(
  db: Db,
  name: string,
): Promise<{ width: number; height: number } | undefined> {
  const [kept] = await db
    .select({ width: pictures.width, height: pictures.height })
    .from(pictures)
    .where(and(eq(pictures.name, name), isNull(pictures.removedAt)));
  const { width = null, height = null } = kept ?? {};
  return width === null || height === null ? undefined : { width, height };
}

/** Marks the picture as removed if nothing uses it, nobody keeps it and no draft contains it. Needs its lock. @returns whether it did */
export async function updatePictureRemoved(tx: Transaction, name: string): Promise<boolean> {
  const removed = await tx
    .update(pictures)
    .set({ removedAt: sql`now()` })
    .where(and(eq(pictures.name, name), isUnwanted(tx)))
    .returning({ name: pictures.name });
  return removed.length > 0;
}

export async function updateFileGone(db: Db, name: string): Promise<void> {
  await db.update(pictures).set({ hasFile: false }).where(eq(pictures.name, name));
}

/** Pictures of the library without a size, which those of older releases came without. */
export async function selectUnmeasuredPictures(db: Db): Promise<string[]> {
  const unmeasured = await db
    .select({ name: pictures.name })
    .from(pictures)
    .where(and(isNull(pictures.removedAt), isNotNull(pictures.content), isUnmeasured));
  return unmeasured.map(({ name }) => name);
}

export async function selectIsMeasured(db: Db, name: string): Promise<boolean> {
  const measured = await db
    .select({ name: pictures.name })
    .from(pictures)
    .where(and(eq(pictures.name, name), not(isUnmeasured)));
  return measured.length > 0;
}

/** Pixels and bytes of a stored picture that isn't measured yet. */
export async function updatePictureMeasured(
  db: Db,
  name: string,
  size: { width: number; height: number; bytes: number },
): Promise<void> {
  await db
    .update(pictures)
    .set(size)
    .where(and(eq(pictures.name, name), isUnmeasured));
}
