import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { composeNews, insertNews } from '#features/news/news.ts';
import { composePatchNote, insertPatchNotes } from '#features/patch-notes/patch-notes.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type DemoArticle, readDemoNews, readDemoPatchNotes } from './demo-files.ts';
import { storeDemoPicture } from './demo-pictures.ts';
import { insertSeed, selectIsSeeded } from './seeds.queries.ts';

const SEED = 'demo-content';

/**
 * Adds demo content to a new portal, once: deleted content stays deleted. Any number of processes may call it at once.
 *
 * @param folder contains news, patch-notes and media
 * @param now the time from which events count
 * @returns whether this call seeded
 */
export async function seedDemoContent(
  db: Database,
  storage: Storage,
  { folder, now }: { folder: string; now: Date },
): Promise<boolean> {
  if (await selectIsSeeded(db, SEED)) return false;
  const [articles, notes] = await Promise.all([
    readDemoNews(path.join(folder, 'news')),
    readDemoPatchNotes(path.join(folder, 'patch-notes')),
  ]);
  // Read, stored and rendered first, so that the transaction waits only for the database.
  const newsRows = await Promise.all(
    articles.map((article) =>
      composeArticle({ db, storage }, article, { media: path.join(folder, 'media'), now }),
    ),
  );
  const patchNoteRows = await Promise.all(notes.map((note) => composePatchNote(note)));
  return db.transaction(async (tx) => {
    if (!(await insertSeed(tx, SEED))) return false;
    await insertNews(tx, newsRows);
    await insertPatchNotes(tx, patchNoteRows);
    return true;
  });
}

/** Stores a placeholder as the launcher, unless there is a launcher. */
export async function seedPlaceholderLauncher(
  storage: Storage,
  { folder, launcherFile }: { folder: string; launcherFile: string },
): Promise<void> {
  const key = `downloads/${launcherFile}`;
  const launcher = await storage.open(key);
  if (launcher) return launcher.close();
  await storage.put(key, await readFile(path.join(folder, 'launcher.txt')), 'application/octet-stream');
}

async function composeArticle(
  parts: { db: Db; storage: Storage },
  { image, publishedAt, eventStartsInDays, eventDays, ...text }: DemoArticle,
  { media, now }: { media: string; now: Date },
) {
  const imageUrl = await storeDemoPicture(parts, { media, image });
  const eventStartsAt = eventStartsInDays === undefined ? null : daysAfter(fullHour(now), eventStartsInDays);
  const eventEndsAt = eventStartsAt && eventDays !== undefined ? daysAfter(eventStartsAt, eventDays) : null;
  const row = await composeNews({ ...text, imageUrl, eventStartsAt, eventEndsAt });
  return { ...row, publishedAt, createdAt: publishedAt };
}

function fullHour(time: Date): Date {
  const hour = new Date(time);
  hour.setUTCMinutes(0, 0, 0);
  return hour;
}

function daysAfter(time: Date, days: number): Date {
  return new Date(time.getTime() + days * 24 * 60 * 60 * 1000);
}
