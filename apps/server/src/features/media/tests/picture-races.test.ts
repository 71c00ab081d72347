import path from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { composeNews, insertNews } from '#features/news/news.service.ts';
import { createNews } from '#test/articles.ts';
import { news } from '#features/news/news.tables.ts';
import type { Db } from '#platform/db/database.ts';
import { refusedByRule } from '#platform/db/database-errors.ts';
import { until } from '#test/account-journeys.ts';
import { newPicture, NEWS, usePictures } from '#test/kept-pictures.ts';
import { createPictureDeleter } from '#features/media/media.jobs.ts';
import { selectPictureLocked, updatePictureRemoved } from '#features/media/media.queries.ts';
import { recordAddress } from '#features/media/media.service.ts';

const { portal, upload, keep, letWait, statusOf, sweep, save } = await usePictures();

/** So many pairs of callers have a connection each. */
const MEETING = 5;

/** So many ways to the database and back. */
async function turns(db: Db, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await db.execute('select 1');
}

/** Until a statement of somebody waits for another one's lock. */
const somebodyWaits = () =>
  until(async () => {
    const { rows } = await portal.parts.db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length > 0;
  });

describe('saving a text while pictures are removed', () => {
  test('keeps the picture when the save came first', async () => {
    const url = await keep('saved first');
    await letWait(url);
    const removal = await portal.parts.db.transaction(async (tx) => {
      await createNews(tx, { status: 'draft', ...NEWS, snippet: '', imageUrl: url });
      const running = createPictureDeleter(portal.parts)({ address: url });
      await somebodyWaits();
      return { running };
    });
    await removal.running;
    expect(await statusOf(url)).toBe(200);
  });

  test('is refused when the removal came first', async () => {
    const url = await keep('removed first');
    const saving = await portal.parts.db.transaction(async (tx) => {
      await selectPictureLocked(tx, path.basename(url));
      const running = save({ imageUrl: url });
      await somebodyWaits();
      expect(await updatePictureRemoved(tx, path.basename(url))).toBe(true);
      return { running };
    });
    expect((await saving.running).statusCode).toBe(400);
  });

  test('is refused with the picture’s name when the removal came first, and succeeds without it', async () => {
    const url = await upload(await newPicture());
    await letWait(url);
    await sweep();
    const refused = await save({ title: 'Too late', body: `![x](${url})` });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      code: 'validation_failed',
      message: `The picture ${url} is no longer kept. Please add it again.`,
    });
    const { db } = portal.parts;
    expect(await db.select().from(news).where(eq(news.title, 'Too late'))).toEqual([]);
    expect((await save({ title: 'Too late' })).statusCode).toBe(200);
  });

  test('either keeps the picture or is refused under many concurrent requests', async () => {
    const urls = await Promise.all(Array.from({ length: 60 }, (_, index) => keep(`met ${index}`)));
    await letWait(...urls);
    const rows = await Promise.all(
      urls.map((imageUrl) => composeNews({ status: 'draft', ...NEWS, snippet: '', imageUrl })),
    );
    const remove = createPictureDeleter(portal.parts);
    const { db } = portal.parts;
    for (let first = 0; first < rows.length; first += MEETING) {
      await Promise.all(
        rows.slice(first, first + MEETING).map(async (row, index) => {
          const insert = async () => {
            await turns(db, index);
            await insertNews(db, [row]).catch((error: unknown) => {
              if (refusedByRule(error) === undefined) throw error;
            });
          };
          const removal = async () => {
            await turns(db, 1);
            await remove({ address: row.imageUrl ?? '' });
          };
          await Promise.all([insert(), removal()]);
        }),
      );
    }
    const saved = await db
      .select({ imageUrl: news.imageUrl })
      .from(news)
      .where(inArray(news.imageUrl, urls.map(recordAddress)));
    const shown = new Set(saved.map(({ imageUrl }) => imageUrl));
    const statuses = await Promise.all(urls.map(statusOf));
    expect(statuses).toEqual(urls.map((url) => (shown.has(recordAddress(url)) ? 200 : 404)));
  }, 400_000);
});

test('a picture uploaded while it is removed can be used, under many concurrent requests', async () => {
  const contents = Array.from({ length: 12 }, (_, index) => `again ${index}`);
  const remove = createPictureDeleter(portal.parts);
  for (let round = 0; round < 5; round += 1) {
    const known = await Promise.all(contents.map(keep));
    await letWait(...known);
    const urls: string[] = [];
    for (let first = 0; first < contents.length; first += MEETING) {
      const met = contents.slice(first, first + MEETING);
      const [kept] = await Promise.all([
        Promise.all(met.map(keep)),
        ...known.slice(first, first + MEETING).map((address) => remove({ address })),
      ]);
      urls.push(...kept);
    }
    await sweep();
    expect(await Promise.all(urls.map(statusOf))).toEqual(urls.map(() => 200));
  }
}, 400_000);
