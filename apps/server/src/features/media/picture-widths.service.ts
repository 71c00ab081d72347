import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { PICTURE_WIDTHS } from '@waygate/contract/media/picture-widths';
import type { Db } from '#platform/db/database.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { selectIsMeasured, selectPictureExists, updatePictureMeasured } from './media.queries.ts';

type WidthParts = { db: Db; storage: Storage; pictures: Pictures };

/**
 * Makes the widths and the preview of a picture that are missing. May be repeated at any time: after a crash it makes the rest, and
 * it leaves nothing behind of a picture that was removed in the meantime. The picture is measured too, if it isn't yet.
 *
 * @param name of the picture's own file, such as `0123456789abcdef.webp`
 */
export async function makeWidths({ db, storage, pictures }: WidthParts, name: string): Promise<void> {
  let original = await measurePicture({ db, storage, pictures }, name);
  const made: [key: string, make: (picture: Buffer) => Promise<Buffer>][] = [
    [previewKey(name), pictures.preview],
    ...PICTURE_WIDTHS.map((width): (typeof made)[number] => [
      widthKey(name, width),
      (picture) => pictures.shrink(picture, width),
    ]),
  ];
  for (const [key, make] of made) {
    if (await isStored(storage, key)) continue;
    original ??= await readStored(storage, `media/${name}`);
    if (!original) break;
    await storage.put(key, await make(original), 'image/avif');
  }
  // Checked last: a removal that began before a width was written may not have seen it.
  if (!(await selectPictureExists(db, name))) await removeWidths(storage, name);
}

/** Removes the widths and the preview of a picture. */
export async function removeWidths(storage: Storage, name: string): Promise<void> {
  for (const width of PICTURE_WIDTHS) await storage.remove(widthKey(name, width));
  await storage.remove(previewKey(name));
}

/** The storage key of a picture's preview, whose file is empty where none suits. */
export function previewKey(name: string): string {
  return `media/${path.basename(name, '.webp')}-preview.avif`;
}

function widthKey(name: string, width: number): string {
  return `media/${path.basename(name, '.webp')}-${width}.avif`;
}

/**
 * Notes the size of a picture that isn't measured yet, as those of older releases and of the demo aren't.
 *
 * @returns the file if it had to be read
 */
export async function measurePicture(
  { db, storage, pictures }: WidthParts,
  name: string,
): Promise<Buffer | undefined> {
  if (await selectIsMeasured(db, name)) return undefined;
  const original = await readStored(storage, `media/${name}`);
  if (!original) return undefined;
  const size = await pictures.measure(original);
  await updatePictureMeasured(db, name, { ...size, bytes: original.length });
  return original;
}

async function isStored(storage: Storage, key: string): Promise<boolean> {
  const file = await storage.open(key);
  await file?.close();
  return file !== undefined;
}

export async function readStored(storage: Storage, key: string): Promise<Buffer | undefined> {
  const file = await storage.open(key);
  return file && buffer(await file.read());
}
