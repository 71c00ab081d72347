import { gt, max, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeWebp } from '#features/media/media.ts';
import { pictures } from '#features/media/media.tables.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { createStaff, createSignedInPlayer, usePortal } from '#test/account-journeys.ts';
import { twoColours } from '#test/pictures.ts';
import { createProduct } from '#test/products.ts';

const portal = await usePortal();
const { db } = portal.parts;
const staff = await createStaff(portal, ['site']);
const NAME = `${'b'.repeat(32)}.webp`;
const PIXELS = { width: 1600, height: 900 };
const PICTURE = { imageUrl: `/api/media/${NAME}`, alt: 'The gate' };
const SETTINGS = {
  maintenanceText: '',
  maintenanceEnd: null,
  featuredProductId: null,
  clientVersion: '',
  requirements: [],
};

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = staff.token) =>
  portal.call(method, `/admin/site/${path}`, { token, ...(body && { body }) });

async function done(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await call(method, path, body);
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.statusCode === 204 ? undefined : answer.json();
}

/** The log is append-only: a test looks at what came after its begin. */
let lastEntry = 0;

const kinds = async () =>
  (
    await db
      .select({ kind: auditEntries.kind })
      .from(auditEntries)
      .where(gt(auditEntries.id, lastEntry))
      .orderBy(auditEntries.id)
  ).map(({ kind }) => kind);

const ids = async () =>
  (await done('GET', 'gallery')).pictures.map(({ pictureId }: { pictureId: number }) => pictureId);
const add = async (alt: string): Promise<number> =>
  (await done('POST', 'gallery', { ...PICTURE, alt })).pictureId;

beforeAll(async () => {
  await db.insert(pictures).values({ name: NAME, ...PIXELS, bytes: 1 });
});

beforeEach(async () => {
  await db.execute(sql`delete from gallery_pictures`);
  const [last] = await db.select({ id: max(auditEntries.id) }).from(auditEntries);
  lastEntry = last?.id ?? 0;
});

describe('the site settings', () => {
  test('are kept trimmed, and logged with what changed', async () => {
    const before = await done('GET', 'settings');
    const saved = await done('PUT', 'settings', {
      ...SETTINGS,
      maintenanceText: ' New disks ',
      maintenanceEnd: '2030-01-01 10:00:00',
      clientVersion: '1.4',
      requirements: [{ name: ' Memory ', minimum: '4 GB', recommended: '' }],
      revision: before.revision,
    });
    expect(saved).toEqual({
      maintenanceText: 'New disks',
      maintenanceEnd: '2030-01-01T10:00:00.000Z',
      featuredProductId: null,
      clientVersion: '1.4',
      requirements: [{ name: 'Memory', minimum: '4 GB', recommended: '' }],
      revision: before.revision + 1,
    });
    expect(await done('GET', 'settings')).toEqual(saved);
    expect(await done('PUT', 'settings', saved)).toEqual(saved);
    expect(await kinds()).toEqual(['site.update']);
  });

  test('of two editors at once are those of one, and the other gets what is kept', async () => {
    const { revision } = await done('GET', 'settings');
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((clientVersion) =>
        call('PUT', 'settings', { ...SETTINGS, clientVersion, revision }),
      ),
    );
    const [saved, ...others] = answers.toSorted((one, other) => one.statusCode - other.statusCode);
    expect([saved?.statusCode, ...others.map(({ statusCode }) => statusCode)]).toEqual([200, 409, 409]);
    for (const other of others) expect(other.json().current).toEqual(saved?.json());
  });

  test.each([
    ['an end without a notice', { maintenanceEnd: '2030-01-01 10:00:00' }, 'maintenanceText'],
    [
      'a requirement that says nothing',
      { requirements: [{ name: 'CPU', minimum: '', recommended: ' ' }] },
      'requirements.0.minimum',
    ],
    ['an unknown product', { featuredProductId: 2_000_000_000 }, 'featuredProductId'],
  ])('refuse %s at its field', async (_, body, field) => {
    const answer = await call('PUT', 'settings', { ...SETTINGS, ...body });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });

  test('refuse a body without its fields, and keep what they are', async () => {
    const before = await done('GET', 'settings');
    const answer = await call('PUT', 'settings', {});
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, Object.keys(SETTINGS)]);
    expect(await done('GET', 'settings')).toEqual(before);
  });

  test('feature a product of the shop, and no donation', async () => {
    const lines = [{ kind: 'item' as const, quantity: 1, itemId: 1, label: 'x' }];
    const product = { name: 'Cape', priceCents: 500, lines };
    const inShop = await createProduct(db, { ...product, storefront: 'shop', stock: 0 });
    const donation = await createProduct(db, { ...product, storefront: 'donation' });
    expect((await done('GET', 'products')).products).toEqual([
      { productId: inShop, name: 'Cape', isOnSale: false },
    ]);
    expect(
      (await done('PUT', 'settings', { ...SETTINGS, featuredProductId: inShop })).featuredProductId,
    ).toBe(inShop);
    expect((await call('PUT', 'settings', { ...SETTINGS, featuredProductId: donation })).statusCode).toBe(
      400,
    );
  });
});

describe('the gallery', () => {
  test('grows at its end, is edited, put in order and emptied, each with an entry', async () => {
    const [a, b] = [await add('A'), await add('B')];
    expect(await ids()).toEqual([a, b]);
    await done('PUT', 'gallery/order', { pictureIds: [b, a], seenPictureIds: [a, b] });
    expect(await ids()).toEqual([b, a]);
    const edited = await done('PUT', `gallery/${a}`, { alt: 'A gate', caption: 'At dawn', revision: 1 });
    expect(edited).toMatchObject({
      alt: 'A gate',
      caption: 'At dawn',
      imageUrl: `/media/${'b'.repeat(32)}.webp`,
    });
    expect((await call('PUT', `gallery/${a}`, { alt: 'Late', revision: 1 })).json().current).toEqual(edited);
    await done('DELETE', `gallery/${b}`);
    expect(await ids()).toEqual([a]);
    expect((await call('DELETE', `gallery/${b}`)).statusCode).toBe(404);
    expect(await kinds()).toEqual([
      'gallery.create',
      'gallery.create',
      'gallery.order',
      'gallery.update',
      'gallery.delete',
    ]);
  });

  test('takes one of two orders at once, and none that misses a picture', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    const seenPictureIds = [a, b, c];
    const orders = [
      [c, b, a],
      [b, c, a],
    ];
    const answers = await Promise.all(
      orders.map((pictureIds) => call('PUT', 'gallery/order', { pictureIds, seenPictureIds })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const now = await ids();
    expect(orders).toContainEqual(now);
    const short = await call('PUT', 'gallery/order', { pictureIds: now.slice(1), seenPictureIds: now });
    expect(short.statusCode).toBe(409);
  });

  test('holds at most 24 pictures, however many are added at once', async () => {
    const answers = await Promise.all(Array.from({ length: 26 }, () => call('POST', 'gallery', PICTURE)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(24);
    expect(await ids()).toHaveLength(24);
  });

  test('shows a picture in the size of its stored file, whatever the request says', async () => {
    const claimed = { width: 1, height: 1 };
    expect(await done('POST', 'gallery', { ...PICTURE, ...claimed })).toMatchObject(PIXELS);
    const unmeasured = await storeWebp(portal.parts, await twoColours({ format: 'webp' }));
    const added = await done('POST', 'gallery', { imageUrl: unmeasured, alt: 'A river', ...claimed });
    expect(added).toMatchObject({ width: 64, height: 48 });
  });

  test('refuses a picture whose file is lost', async () => {
    const name = `${'e'.repeat(32)}.webp`;
    await db.insert(pictures).values({ name });
    const answer = await call('POST', 'gallery', { ...PICTURE, imageUrl: `/media/${name}` });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['imageUrl']]);
  });

  test.each([
    ['no description', { ...PICTURE, alt: ' ' }, 'alt'],
    ['a picture that was never kept', { ...PICTURE, imageUrl: `/media/${'c'.repeat(32)}.webp` }, 'imageUrl'],
    ['a picture from elsewhere', { ...PICTURE, imageUrl: 'https://example.com/a.webp' }, 'imageUrl'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await call('POST', 'gallery', body);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
  });

  test('refuses a picture that was removed', async () => {
    const name = `${'d'.repeat(32)}.webp`;
    await db.insert(pictures).values({ name, removedAt: sql`now()` });
    const answer = await call('POST', 'gallery', { ...PICTURE, imageUrl: `/media/${name}` });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['imageUrl']]);
  });
});

test.each([
  ['a player', () => createSignedInPlayer(portal)],
  ['staff of the news', () => createStaff(portal, ['news', 'products'])],
])('%s reaches none of it', async (_, create) => {
  const { token } = await create();
  const paths = ['settings', 'products', 'gallery'];
  const answers = await Promise.all(paths.map((path) => call('GET', path, undefined, token)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
});
