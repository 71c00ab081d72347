import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notFound } from '#platform/errors/app-error.ts';
import { listThings, LONG_TEXT, readThing } from '#test/cached-things.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { signedInAs, useTestServer } from '#test/test-server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Two cached endpoints; `made` names what their handlers were asked, and by whom. */
async function useThings({ make = async () => LONG_TEXT }: { make?: () => Promise<string> } = {}) {
  const made: unknown[] = [];
  const server = await useTestServer(database.db, (route) => {
    route(listThings, async ({ query, viewer }) => {
      made.push([query.limit, viewer]);
      return { text: await make() };
    });
    route(readThing, async ({ params, query }) => {
      made.push([params.id, query]);
      if (params.id === 404) throw notFound('There is no such thing.');
      return { id: params.id };
    });
  });
  server.cache.setReliable(true);
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });
  return { ...server, made, get };
}

describe('a cached endpoint', () => {
  test('is computed once for everybody, with and without the slash, until content changes', async () => {
    const { get, made, cache } = await useThings();
    await Promise.all(['/api/things', '/api/things/', '/api/things?limit=20'].map((url) => get(url)));
    await get('/api/things', signedInAs());
    expect(made).toEqual([[20, undefined]]);
    cache.clear();
    await get('/api/things');
    expect(made).toHaveLength(2);
  });

  test('is not computed again for unknown query values', async () => {
    const { get, made } = await useThings();
    for (const query of ['', '?x=1', '?x=2', '?limit=5', '?__proto__=3']) await get(`/api/things/7${query}`);
    expect(made).toEqual([[7, undefined]]);
  });

  test('does not cache a missing resource', async () => {
    const { get, made } = await useThings();
    expect((await get('/api/things/404')).statusCode).toBe(404);
    expect((await get('/api/things/404')).json()).toMatchObject({ message: 'There is no such thing.' });
    expect(made).toHaveLength(2);
  });

  test('fails for every waiting caller, and succeeds for the next one', async () => {
    const failing = Promise.withResolvers<string>();
    const attempts = [failing.promise, Promise.resolve('fine')];
    const { get, made } = await useThings({ make: async () => (await attempts.shift()) ?? 'more' });
    const waiting = Array.from({ length: 10 }, () => get('/api/things'));
    await expect.poll(() => made.length).toBe(1);
    failing.reject(new Error('lost'));
    const answers = await Promise.all(waiting);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(500));
    expect((await get('/api/things')).json()).toEqual({ text: 'fine' });
  });

  test('answers a server error when it violates its schema, and is not cached', async () => {
    // The handler is wrong on purpose.
    const broken: unknown[] = [7, 'fine'];
    const { get } = await useThings({ make: async () => broken.shift() as string });
    expect((await get('/api/things')).statusCode).toBe(500);
    expect((await get('/api/things')).json()).toEqual({ text: 'fine' });
  });
});

describe('the answer of a cached endpoint', () => {
  test('is revalidated by its tag, alone, in a list, weak or by a star', async () => {
    const { get } = await useThings();
    const first = await get('/api/things');
    const { etag } = first.headers;
    expect(etag).toMatch(/^"[A-Za-z0-9_-]{27}"$/);
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
      'content-type': 'application/json; charset=utf-8',
    });
    for (const tags of [`${etag}`, `"other", ${etag}`, `W/${etag}`, `"a",W/${etag} , "b"`, '*']) {
      const again = await get('/api/things', { 'if-none-match': tags });
      expect([tags, again.statusCode, again.body, again.headers.etag]).toEqual([tags, 304, '', etag]);
      expect(again.headers).toMatchObject({
        'cache-control': first.headers['cache-control'],
        vary: first.headers.vary,
      });
    }
    for (const tags of ['"other"', `${etag}x`, String(etag).slice(1, -1), '']) {
      expect((await get('/api/things', { 'if-none-match': tags })).statusCode).toBe(200);
    }
  });

  test('has a different tag per encoding and after each change', async () => {
    const { get, cache } = await useThings({ make: async () => `${LONG_TEXT}${Math.random()}` });
    const tags = new Set<unknown>();
    for (const encoding of ['identity', 'gzip', 'br']) {
      tags.add((await get('/api/things', { 'accept-encoding': encoding })).headers.etag);
    }
    expect(tags.size).toBe(3);
    cache.clear();
    tags.add((await get('/api/things')).headers.etag);
    expect(tags.size).toBe(4);
  });

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br ; q=1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0', undefined],
    ['br; q=0 , gzip;q=0.001', 'gzip'],
    ['gzip;q=1, br;q=0.1', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=nonsense', undefined],
    ['deflate, zstd', undefined],
    [',,;;q', undefined],
  ])('for Accept-Encoding %j is encoded as %s', async (accepted, encoding) => {
    const { get } = await useThings();
    const answer = await get('/api/things', accepted === undefined ? {} : { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    const text = decode ? decode(answer.rawPayload).toString() : answer.body;
    expect(JSON.parse(text)).toEqual({ text: LONG_TEXT });
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
  });

  test('to HEAD has the same headers and no body', async () => {
    const { app, get } = await useThings();
    const headers = { 'accept-encoding': 'gzip' };
    const { headers: full } = await get('/api/things', headers);
    const head = await app.inject({ method: 'HEAD', url: '/api/things', headers });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of [
      'etag',
      'content-encoding',
      'content-length',
      'content-type',
      'vary',
      'cache-control',
    ]) {
      expect([name, head.headers[name]]).toEqual([name, full[name]]);
    }
    const unchanged = await app.inject({
      method: 'HEAD',
      url: '/api/things',
      headers: { ...headers, 'if-none-match': String(full.etag) },
    });
    expect(unchanged.statusCode).toBe(304);
  });

  test('is not compressed when it is short', async () => {
    const { get } = await useThings();
    const { headers } = await get('/api/things/7', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
  });
});
