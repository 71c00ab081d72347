import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeNews, createNews, insertNews } from '#features/news/news.service.ts';
import { news } from '#features/news/news.tables.ts';
import type { Db } from '#platform/db/database.ts';
import { refusedByRule } from '#platform/db/database-errors.ts';
import {
  createPortal,
  createStaff,
  type Player,
  type Portal,
  randomAddress,
  until,
} from '#test/account-journeys.ts';
import { fileOf, formPayload } from '#test/forms.ts';
import { twoColours } from '#test/pictures.ts';
import { createPictureDeleter, createPictureSweeper } from './media.jobs.ts';
import { selectPictureLocked, updatePictureRemoved } from './media.queries.ts';
import { pageAddress, recordAddress, storeWebp } from './media.service.ts';
import { pictures } from './media.tables.ts';

let portal: Portal;
let staff: Player & { token: string };
beforeAll(async () => {
  portal = await createPortal({ isWorker: true });
  staff = await createStaff(portal, ['news', 'patchNotes', 'products', 'twitchDrops']);
  await portal.parts.db.execute(
    `insert into twitch_seasons (name, starts_at) values ('First', '2026-01-01')`,
  );
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.parts.db.execute('delete from rate_limits');
});

let widths = 64;

/** A picture that nobody has uploaded yet. */
async function newPicture(): Promise<Buffer> {
  widths += 1;
  return twoColours({ width: widths });
}

async function upload(picture: Buffer): Promise<string> {
  const { headers, payload } = await formPayload({ image: fileOf(picture) });
  const response = await portal.app.inject({
    method: 'POST',
    url: '/api/admin/content/images',
    remoteAddress: randomAddress(),
    headers: { ...headers, authorization: `Bearer ${staff.token}` },
    payload,
  });
  expect(response.statusCode).toBe(200);
  return response.json().url;
}

/** Keeps something as a picture, past the bounded line in which pictures are made. */
const keep = async (content: string) => pageAddress(await storeWebp(portal.parts, Buffer.from(content)));

/** As if these had been uploaded eight days ago. */
async function letWait(...urls: string[]): Promise<void> {
  for (const url of urls) {
    await portal.parts.db
      .update(pictures)
      .set({ uploadedAt: sql`now() - interval '8 days'` })
      .where(eq(pictures.name, path.basename(url)));
  }
}

const statusOf = async (url: string) => (await portal.app.inject(url)).statusCode;

/** The nightly job, and whatever it has enqueued. */
async function sweep(): Promise<void> {
  await createPictureSweeper(portal.parts)({});
  await until(async () => {
    const { rows } = await portal.parts.db.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from pgboss.job
      where name = 'media.delete_unused' and state not in ('completed', 'cancelled')`);
    return rows[0]?.waiting === 0;
  });
}

const save = (fields: object) =>
  portal.call('POST', '/admin/content/news', {
    body: { title: 'Title', body: 'Text', ...fields },
    token: staff.token,
  });

describe('a picture that nothing shows', () => {
  test('is removed a week after its upload, with its file', async () => {
    const url = await upload(await newPicture());
    await sweep();
    expect(await statusOf(url)).toBe(200);
    await letWait(url);
    await sweep();
    expect(await statusOf(url)).toBe(404);
    const files = await readdir(path.join(portal.parts.config.dataDir, 'media'));
    expect(files).not.toContain(path.basename(url));
  });

  test('waits another week when it is uploaded again, at the same address', async () => {
    const picture = await newPicture();
    const url = await upload(picture);
    await letWait(url);
    expect(await upload(picture)).toBe(url);
    await sweep();
    expect(await statusOf(url)).toBe(200);
  });

  test('has another address when it is uploaded after that', async () => {
    const picture = await newPicture();
    const first = await upload(picture);
    await letWait(first);
    await sweep();
    const second = await upload(picture);
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  });

  test('goes later when its file would not go', async () => {
    const url = await upload(await newPicture());
    await letWait(url);
    const { parts } = portal;
    const storage = { ...parts.storage, remove: () => Promise.reject(new Error('The disk is stuck.')) };
    const remove = createPictureDeleter({ ...parts, storage });
    await expect(remove({ address: url })).rejects.toThrow('stuck');
    expect(await statusOf(url)).toBe(200);
    await sweep();
    expect(await statusOf(url)).toBe(404);
  });
});

type Shown = { list: string; body: (url: string) => object };

const NEWS = { title: 'Title', body: 'Text' };
const PATCH_NOTE = { version: '1.0.0', title: 'Title', body: 'Text', releaseDate: '2026-11-01' };
const PRODUCT = {
  storefront: 'shop',
  name: 'Cape',
  price: 4.99,
  grants: [{ kind: 'premium_coins', quantity: 10, label: 'Coins' }],
};
const REWARD = { season: 1, type: 'viewer', title: 'Cape', requiredMinutes: 10, itemId: 1 };

/** Another way to write the same address, which servers and browsers read alike. */
function escaped(url: string): string {
  return url
    .replace('media', '%6Dedia')
    .replace(/[0-9a-f]{8}\.webp$/, (end) =>
      end.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    );
}

const PLACES: [string, Shown][] = [
  ["an article's text", { list: '/admin/content/news', body: (url) => ({ ...NEWS, body: `![x](${url})` }) }],
  ["an article's cover", { list: '/admin/content/news', body: (url) => ({ ...NEWS, imageUrl: url }) }],
  [
    "an article's text, with escapes",
    { list: '/admin/content/news', body: (url) => ({ ...NEWS, body: `![x](${escaped(url)})` }) },
  ],
  [
    "an article's cover, with escapes",
    {
      list: '/admin/content/news',
      body: (url) => ({ ...NEWS, imageUrl: `https://a.example${escaped(url)}` }),
    },
  ],
  [
    "an article's text, by a detour",
    {
      list: '/admin/content/news',
      body: (url) => ({ ...NEWS, body: `![x](${url.replace('media/', 'media/./')})` }),
    },
  ],
  [
    'a patch note',
    { list: '/admin/content/patchnotes', body: (url) => ({ ...PATCH_NOTE, body: `[x]\n\n[x]: ${url}` }) },
  ],
  [
    "a product's description",
    {
      list: '/admin/products',
      body: (url) => ({ ...PRODUCT, description: `![x](https://a.example${url})` }),
    },
  ],
  ["a product's icon", { list: '/admin/products', body: (url) => ({ ...PRODUCT, isCustomIcon: url }) }],
  [
    "a category's description",
    {
      list: '/admin/product-categories',
      body: (url) => ({ name: url.slice(-20), description: `![](${url})` }),
    },
  ],
  [
    "a reward's description",
    { list: '/admin/twitch/rewards', body: (url) => ({ ...REWARD, description: url }) },
  ],
];

describe('a picture stays as long as it stands in', () => {
  test.each(PLACES)('%s, and goes when that is deleted', async (_, { list, body }) => {
    const url = await upload(await newPicture());
    expect(await statusOf(escaped(url))).toBe(200);
    const saved = await portal.call('POST', list, { body: body(url), token: staff.token });
    expect([saved.statusCode, saved.body]).toEqual([200, expect.any(String)]);
    await letWait(url);
    await sweep();
    expect(await statusOf(url)).toBe(200);
    const { id, productId, categoryId, rewardId } = saved.json();
    const address = `${list}/${id ?? productId ?? categoryId ?? rewardId}`;
    const deleted = await portal.call('DELETE', address, { token: staff.token });
    expect([200, 204]).toContain(deleted.statusCode);
    await sweep();
    expect(await statusOf(url)).toBe(404);
  });

  test('a text, and goes when that is changed', async () => {
    const url = await upload(await newPicture());
    const { id } = (await save({ imageUrl: url })).json();
    await letWait(url);
    await sweep();
    expect(await statusOf(url)).toBe(200);
    await portal.call('PUT', `/admin/content/news/${id}`, { body: NEWS, token: staff.token });
    await sweep();
    expect(await statusOf(url)).toBe(404);
  });

  test('one text of several', async () => {
    const url = await upload(await newPicture());
    const [first] = await Promise.all([save({ imageUrl: url }), save({ body: `![x](${url})` })]);
    await letWait(url);
    await portal.call('DELETE', `/admin/content/news/${first.json().id}`, { token: staff.token });
    await sweep();
    expect(await statusOf(url)).toBe(200);
  });
});

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

describe('a text that is saved while pictures are removed', () => {
  test('keeps the picture when it was first', async () => {
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

  test('is refused when the removal was first', async () => {
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

  test('is refused with the name of the picture when that was first, and can be saved without it', async () => {
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

  test('either shows its picture or is refused, however many meet', async () => {
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
  }, 60_000);
});

test('a picture that is uploaded while it is removed can be used, however many meet', async () => {
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
}, 60_000);
