import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { news } from '#features/news/news.tables.ts';
import { createNews } from '#test/articles.ts';
import { usePagePortal } from '#test/page-portal.ts';
import { createProduct } from '#test/products.ts';
import { useTestParts } from '#test/test-parts.ts';

const ARTICLE = { status: 'published', title: 'Open', snippet: '', body: 'x', imageUrl: null } as const;

const parts = await useTestParts();
beforeEach(() => parts.db.delete(news));

/** The number of the rendering that an answer's page comes from: the same for a kept page. */
async function rendersOf(app: FastifyInstance, urls: string[], remoteAddress = '203.0.113.9') {
  const renders = [];
  for (const url of urls) {
    const { body } = await app.inject({ url, remoteAddress });
    renders.push(/render (\d+)/.exec(body)?.[1]);
  }
  return renders;
}

test.each([
  [
    'unknown paths',
    ['/wp-login.php', '/a/b/c', '/admin/nowhere', '/NEWS', '/news/1/2', '/%0a', '/%E2%80%A8'],
  ],
  [
    'addresses of one kind of record in the admin area',
    ['/admin/users/7', '/admin/users/999999', '/admin/users/x'],
  ],
  [
    'articles that do not exist',
    ['/news/999999', '/news/1234567', '/news/0', '/news/99999999999', '/news/%0d'],
  ],
  ['patch notes that do not exist', ['/patch-notes/41', '/patch-notes/42']],
  ['reset links', ['/reset-password/one', '/reset-password/two', '/reset-password/three?x=1']],
  ['spellings of a path in percent signs', ['/login', '/%6cogin', '/log%69n/']],
])('%s share one rendered page', async (_, urls) => {
  const { app } = await usePagePortal(parts);
  expect(await rendersOf(app, urls)).toEqual(urls.map(() => '1'));
});

test('each kind of page that others share is rendered once', async () => {
  const { app } = await usePagePortal(parts);
  const urls = [
    '/x',
    '/admin/users/1',
    '/admin/orders/1',
    '/news/404',
    '/patch-notes/404',
    '/reset-password/x',
  ];
  expect(new Set(await rendersOf(app, urls)).size).toBe(urls.length);
});

test('the shared page contains nothing of the address it was first asked for', async () => {
  const { app } = await usePagePortal(parts);
  for (const url of [
    '/hidden-word',
    '/reset-password/hidden-word',
    '/admin/users/hidden-word',
    '/news/hidden-word',
  ]) {
    const { body } = await app.inject(url);
    expect(body).toContain('render ');
    expect(body).not.toContain('hidden-word');
  }
});

test('an article that appears replaces the shared page at its address, and leaves it to the others', async () => {
  const { app } = await usePagePortal(parts);
  expect((await app.inject('/news/1')).statusCode).toBe(404);
  const id = await createNews(parts.db, ARTICLE);
  await expect.poll(async () => (await app.inject(`/news/${id}`)).statusCode).toBe(200);
  expect((await app.inject(`/news/${id}`)).body).toContain('"title":"Open"');
  expect((await app.inject(`/news/${id + 1}`)).statusCode).toBe(404);
  await parts.db.delete(news);
  await expect.poll(async () => (await app.inject(`/news/${id}`)).statusCode).toBe(404);
});

test('a flood of ids that do not exist asks the database once', async () => {
  const { app } = await usePagePortal(parts);
  await app.inject('/news/1');
  await parts.db.transaction(async (tx) => {
    await tx.execute(sql`lock table news in access exclusive mode`);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, id) => app.inject(`/news/${id + 2}`)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  });
});

test.each(['/Reset-Password/secret', '/%72eset-password/secret', '/RESET-PASSWORD/secret/more'])(
  'a reset link in another spelling is as secret: %s',
  async (url) => {
    const { app } = await usePagePortal(parts);
    expect((await app.inject(url)).headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
  },
);

/** While changes are not reported, every page is rendered for each request. */
async function useUncachedPages() {
  const { app, cache } = await usePagePortal(parts);
  cache.setReliable(false);
  const open = (remoteAddress: string, url = '/news') => app.inject({ url, remoteAddress });
  const exhaust = async (address: string) => {
    const answers = await Promise.all(Array.from({ length: 61 }, () => open(address)));
    return answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  };
  return { app, cache, open, exhaust };
}

test('an address may have sixty pages rendered in a minute', async () => {
  const { open, exhaust } = await useUncachedPages();
  expect(await exhaust('198.51.100.1')).toEqual([...Array(60).fill(200), 429]);
  const refused = await open('198.51.100.1', '/nowhere');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
  });
  expect(refused.body).toContain('<h1>Too many requests</h1>');
  expect(refused.body).not.toContain('render ');
  expect((await open('198.51.100.2')).statusCode).toBe(200);
});

test('a sitemap or feed that is not kept counts too, and robots.txt does not', async () => {
  const { open, exhaust } = await useUncachedPages();
  await exhaust('198.51.100.1');
  for (const url of ['/sitemap.xml', '/news/feed.xml']) {
    const { statusCode, headers } = await open('198.51.100.1', url);
    expect([statusCode, Number(headers['retry-after'])]).toEqual([429, expect.closeTo(60, -1)]);
    expect((await open('198.51.100.2', url)).statusCode).toBe(200);
  }
  expect((await open('198.51.100.1', '/robots.txt')).statusCode).toBe(200);
});

test('an IPv6 network counts as one address', async () => {
  const { open, exhaust } = await useUncachedPages();
  await exhaust('2001:db8:1:2::1');
  expect((await open('2001:db8:1:2:ffff::9')).statusCode).toBe(429);
  expect((await open('2001:db8:9:2::1')).statusCode).toBe(200);
});

test('a kept page is sent to those who may have none rendered, and joining a rendering is free', async () => {
  const { cache, open, exhaust } = await useUncachedPages();
  await exhaust('198.51.100.1');
  cache.setReliable(true);
  expect((await open('198.51.100.1')).statusCode).toBe(429);
  const both = [open('198.51.100.2'), open('198.51.100.2'), open('198.51.100.2')];
  expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await open('198.51.100.1')).statusCode).toBe(200);
});

test('a kept page is sent as by the framework, with what belongs to its address', async () => {
  const { app } = await usePagePortal(parts);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  for (const url of ['/', '/news', '/news/?x=1', '/admin', '/reset-password/x', '/nowhere', '/sitemap.xml']) {
    await (await fetch(`${origin}${url}`)).text();
    const front = await fetch(`${origin}${url}`, { headers: { 'accept-encoding': 'identity' } });
    const plain = await app.inject(url);
    const differing = ['connection', 'date', 'keep-alive', 'x-request-id'];
    const headersOf = (headers: Iterable<[string, unknown]>) =>
      Object.fromEntries([...headers].filter(([name]) => !differing.includes(name)));
    expect([url, front.status, await front.text()]).toEqual([url, plain.statusCode, plain.body]);
    expect([url, headersOf(front.headers)]).toEqual([url, headersOf(Object.entries(plain.headers))]);
  }
});

test('a kept page is not sent after its content or the operator’s style sheet has changed', async () => {
  const { app, dataDir } = await usePagePortal(parts);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const id = await createNews(parts.db, ARTICLE);
  const read = async () => (await fetch(`${origin}/news/${id}`)).text();
  await expect.poll(read).toContain('"title":"Open"');
  expect(await read()).not.toContain('theme.css');
  await parts.db.update(news).set({ title: 'Closed' });
  await expect.poll(read).toContain('"title":"Closed"');
  await mkdir(path.join(dataDir, 'brand'), { recursive: true });
  await writeFile(path.join(dataDir, 'brand/theme.css'), ':root { --gold: red }');
  await expect.poll(read, { timeout: 10_000 }).toContain('theme.css');
});

test('a page that lacks a part for now is rendered again within a second', async () => {
  const { app } = await usePagePortal(parts);
  expect(await rendersOf(app, ['/legal', '/home'])).toEqual(['1', '2']);
  await expect.poll(() => rendersOf(app, ['/home'])).toEqual(['3']);
  expect(await rendersOf(app, ['/legal'])).toEqual(['1']);
});

test('the store is kept until a sale ends, which changes no content', async () => {
  const { app } = await usePagePortal(parts);
  const [stale] = await rendersOf(app, ['/store']);
  const saleEndsAt = new Date(Date.now() + 8000);
  await createProduct(parts.db, {
    storefront: 'shop',
    name: 'Lantern',
    priceCents: 499,
    isSale: true,
    saleEndsAt,
    lines: [{ kind: 'premium_coins', quantity: 500, itemId: null, label: '500 coins' }],
  });
  // The change has been reported.
  await expect.poll(() => rendersOf(app, ['/store'])).not.toEqual([stale]);
  const [kept] = await rendersOf(app, ['/store']);
  await pause(2000);
  expect(await rendersOf(app, ['/store?category=x'])).toEqual([kept]);
  await expect.poll(() => rendersOf(app, ['/store'])).not.toEqual([kept]);
  expect(Date.now()).toBeGreaterThanOrEqual(saleEndsAt.getTime() - 100);
});
