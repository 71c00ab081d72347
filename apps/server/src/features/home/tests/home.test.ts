import { createHash } from 'node:crypto';
import type { Home } from '@waygate/contract/home/home.schemas';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { createPublicCache } from '#platform/http/public-cache.ts';
import { usePortal } from '#test/account-journeys.ts';
import { createNews, createPatchNote } from '#test/articles.ts';
import { createGameServer } from '#test/game-servers.ts';
import { createProduct } from '#test/products.ts';
import { useListeningApp } from '#test/test-app.ts';

const { parts, app } = await usePortal();
const { db } = parts;

beforeEach(async () => {
  await db.execute(sql`delete from news`);
  await db.execute(sql`delete from gallery_pictures`);
  await db.execute(sql`delete from twitch_seasons`);
  await db.execute(sql`update site_settings
    set maintenance_ends_at = null, maintenance_text = '', featured_product_id = null, requirements = '[]'`);
});

async function read(from = app): Promise<Home> {
  const response = await from.inject('/api/content/home');
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

const shownEvent = async () => (await read()).event?.title ?? null;

const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const article = { status: 'published' as const, snippet: '', body: 'x', imageUrl: null };
const event = (title: string, from: number, to?: number) =>
  createNews(db, {
    ...article,
    title,
    eventStartsAt: hours(from),
    eventEndsAt: to === undefined ? null : hours(to),
  });

async function feature(changes: Partial<Parameters<typeof createProduct>[1]> = {}): Promise<number> {
  const id = await createProduct(db, {
    storefront: 'shop',
    name: 'Lantern',
    priceCents: 699,
    customIconUrl: '/api/media/0.webp',
    lines: [{ kind: 'item', quantity: 1200, itemId: 7, label: 'Lantern' }],
    ...changes,
  });
  await db.execute(sql`update site_settings set featured_product_id = ${id}`);
  return id;
}

describe('what happens now', () => {
  test('is null or empty where there is nothing', async () => {
    await db.execute(sql`update game_servers set is_listed = false`);
    expect(await read()).toEqual({
      maintenance: null,
      world: null,
      event: null,
      newestPatch: null,
      newestArticle: null,
      drops: { season: null, live: [], total: 0, viewerRewards: [], streamerRewards: [] },
      offer: null,
      gallery: [],
      requirements: [],
      client: null,
    });
    await db.execute(sql`update game_servers set is_listed = true`);
  });

  test('is composed of what each feature publishes', async () => {
    const server = await createGameServer(db);
    await db.execute(sql`
      update game_server_status set players_online = 12, game_version = '3.3.5' where server_id = ${server}`);
    await db.execute(sql`update site_settings set maintenance_text = 'New disks', client_version = '1.4',
      maintenance_ends_at = '2030-01-01', requirements = '[{"name":"Memory","minimum":"4 GB","recommended":""}]'`);
    await db.execute(sql`insert into gallery_pictures (position, image_url, alt, width, height)
      values (1, '/media/b.webp', 'B', 3, 2), (0, '/media/a.webp', 'A', 3, 2)`);
    await createNews(db, { ...article, title: 'Plain' });
    const eventId = await event('Lanternfall', 24, 48);
    await createPatchNote(db, { ...article, title: 'Patch', version: '1.4', releaseDate: '2026-11-01' });
    const launcher = Buffer.from('client');
    await parts.storage.put('downloads/launcher.exe', launcher, 'application/octet-stream');

    const home = await read();
    expect(home).toMatchObject({
      maintenance: { text: 'New disks', expectedEnd: '2030-01-01T00:00:00.000Z' },
      world: { status: 'online', playersOnline: 12, gameVersion: '3.3.5', servers: 2 },
      event: { id: eventId, title: 'Lanternfall', startsAt: expect.any(String), endsAt: expect.any(String) },
      newestPatch: { title: 'Patch', version: '1.4' },
      newestArticle: { title: 'Plain' },
      requirements: [{ name: 'Memory', minimum: '4 GB', recommended: '' }],
      client: {
        fileName: 'launcher.exe',
        bytes: 6,
        sha256: createHash('sha256').update(launcher).digest('hex'),
        version: '1.4',
      },
    });
    expect(home.gallery.map(({ alt }) => alt)).toEqual(['A', 'B']);
  });

  test('leads nowhere that is switched off: no drops without Twitch, and no offer while the shop is closed', async () => {
    await feature();
    await db.execute(sql`
      insert into twitch_seasons (name, starts_at) values ('Season', now() - interval '1 day')`);
    expect(await read()).toMatchObject({ drops: { season: { name: 'Season' } }, offer: { name: 'Lantern' } });
    const config = { ...parts.config, payments: { provider: 'off' }, twitch: { provider: 'off' } } as const;
    const closed = await buildApp({ ...parts, config, cache: createPublicCache() }, async () => undefined);
    onTestFinished(() => closed.close());
    expect(await read(closed)).toMatchObject({
      drops: { season: null, live: [], total: 0, viewerRewards: [], streamerRewards: [] },
      offer: null,
    });
  });

  test('changes at once in every process when somebody changes the settings', async () => {
    const listening = await useListeningApp(parts);
    await expect.poll(listening.connections).toBe(1);
    expect((await read(listening.app)).maintenance).toBeNull();
    await db.execute(sql`update site_settings set maintenance_text = 'Back soon'`);
    await expect.poll(async () => (await read(listening.app)).maintenance?.text).toBe('Back soon');
  });
});

describe('the event', () => {
  test('is the one that runs, of several the one that began last, and then the next', async () => {
    await event('Next year', 9000, 9001);
    await event('Next', 5);
    expect(await shownEvent()).toBe('Next');
    await event('Season', -900, 900);
    await event('Weekend', -2, 2);
    expect(await shownEvent()).toBe('Weekend');
  });

  test('is never one that is over, a draft, or a day past its start without an end', async () => {
    await event('Over', -5, -1);
    await event('Yesterday', -25);
    await createNews(db, { ...article, title: 'Draft', status: 'draft', eventStartsAt: hours(1) });
    expect(await shownEvent()).toBeNull();
    await event('Since this morning', -5);
    expect(await shownEvent()).toBe('Since this morning');
  });

  test.each([
    ['an end before its start', { eventStartsAt: hours(2), eventEndsAt: hours(1) }],
    ['an end without a start', { eventStartsAt: null, eventEndsAt: hours(1) }],
  ])('cannot have %s', async (_, times) => {
    await expect(createNews(db, { ...article, title: 'x', ...times })).rejects.toMatchObject({
      cause: { constraint: 'news_event_ends_after_start' },
    });
  });
});

describe('the offer', () => {
  test('is the featured product with its price during the sale', async () => {
    const id = await feature({ newPriceCents: 499, isSale: true, saleEndsAt: hours(1) });
    expect((await read()).offer).toEqual({
      productId: id,
      name: 'Lantern',
      imageUrl: '/media/0.webp',
      contents: ['1,200 × Lantern'],
      price: 6.99,
      newPrice: 4.99,
      saleEndDate: expect.any(String),
    });
  });

  test("has the product's own picture where it has one", async () => {
    const id = await feature({ customIconUrl: '' });
    expect((await read()).offer?.imageUrl).toBeNull();
    await parts.storage.put(`products/${id}.png`, Buffer.from('picture'), 'image/png');
    expect((await read()).offer?.imageUrl).toBe(`${parts.config.publicOrigin}/assets/images/shop/${id}.png`);
  });

  test.each([
    ['hidden', { isListed: false }],
    ['sold out', { stock: 0 }],
    ['a donation', { storefront: 'donation' as const }],
    ['at the end of its sale', { isSale: true, saleEndsAt: hours(-1) }],
  ])('is null while the product is %s', async (_, changes) => {
    await feature(changes);
    expect((await read()).offer).toBeNull();
  });
});
