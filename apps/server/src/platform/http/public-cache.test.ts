import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createPublicAnswer,
  createPublicCache,
  type PublicAnswer,
  type PublicCache,
} from './public-cache.ts';

function reliableCache(limits?: { maxEntries?: number; maxOpenEntries?: number }): PublicCache {
  const cache = createPublicCache(limits);
  cache.setReliable(true);
  return cache;
}

/** Counts how often each key is made. */
function maker(status = 200) {
  const made: Record<string, number> = {};
  const make = (key: string) => () => {
    made[key] = (made[key] ?? 0) + 1;
    return createPublicAnswer(`${key} ${made[key]}`, 'text/plain', { status });
  };
  return { made, make };
}

const counted = (count: number) => createPublicAnswer(String(count), 'text/plain');

/** What is cached for the home page. */
function readKept(cache: PublicCache): string | undefined {
  cache.rememberAddress('/', { key: () => 'home', route: '/*' });
  const answer = cache.findByAddress('/')?.answer;
  return answer && String(answer.identity);
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the public cache', () => {
  test('computes one answer for parallel callers', async () => {
    const cache = reliableCache();
    const { made, make } = maker();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => cache.getOrMake('news', make('news'))),
    );
    expect(made).toEqual({ news: 1 });
    expect(new Set(answers).size).toBe(1);
  });

  test('does not store an answer whose computation began before a change', async () => {
    const cache = reliableCache();
    const { made, make } = maker();
    const reading = Promise.withResolvers<void>();
    const early = cache.getOrMake('news', async () => {
      await reading.promise;
      return createPublicAnswer('before the change', 'text/plain');
    });
    cache.clear();
    const late = await cache.getOrMake('news', make('news'));
    reading.resolve();
    expect(String((await early).identity)).toBe('before the change');
    await settled();
    expect(String(late.identity)).toBe('news 1');
    expect(await cache.getOrMake('news', make('news'))).toBe(late);
    expect(made).toEqual({ news: 1 });
  });

  test('ends an answer of the moment together with what was made from it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 10_300 });
    onTestFinished(() => void vi.useRealTimers());
    const cache = reliableCache();
    const { make } = maker();
    const keep = (key: string) => async () => ({ ...(await make(key)()), keptMs: 1000 });
    await cache.getOrMake('products', keep('products'));
    vi.advanceTimersByTime(500);
    await cache.getOrMake('store', keep('store'));
    await settled();
    expect([cache.has('products'), cache.has('store')]).toEqual([true, true]);
    vi.advanceTimersByTime(200);
    expect([cache.has('products'), cache.has('store')]).toEqual([false, false]);
  });

  test('keeps an answer of the moment that took until its end for a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 10_900 });
    onTestFinished(() => void vi.useRealTimers());
    const cache = reliableCache();
    await cache.getOrMake('store', async () => {
      vi.setSystemTime(13_500);
      return { ...(await createPublicAnswer('late', 'text/plain')), keptMs: 1000 };
    });
    await settled();
    vi.advanceTimersByTime(999);
    expect(cache.has('store')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(cache.has('store')).toBe(false);
  });

  describe('refreshes an answer that expires', () => {
    const KEPT_MS = 20_000;

    async function refreshing(makeNext: (count: number) => Promise<PublicAnswer>) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 });
      onTestFinished(() => void vi.useRealTimers());
      const cache = reliableCache();
      let count = 0;
      const make = async () => ({ ...(await makeNext((count += 1))), keptMs: KEPT_MS, isRefreshed: true });
      const read = async () => String((await cache.getOrMake('home', make)).identity);
      const pass = async (ms: number) => {
        await vi.advanceTimersByTimeAsync(ms);
        await settled();
      };
      expect(await read()).toBe('1');
      await settled();
      return { cache, read, pass, made: () => count };
    }

    test('so that nobody waits, until nobody has come for five minutes', async () => {
      const { cache, read, pass, made } = await refreshing(counted);
      await pass(KEPT_MS + 20);
      expect([made(), await read()]).toEqual([2, '2']);
      for (let passed = 0; passed < 5 * 60_000; passed += KEPT_MS) await pass(KEPT_MS);
      expect([cache.has('home'), made()]).toEqual([true, 17]);
      await pass(KEPT_MS);
      expect([cache.has('home'), made()]).toEqual([false, 17]);
      expect(await read()).toBe('18');
    });

    test('and gives the old one until the new one is there', async () => {
      const { promise: held, resolve: go } = Promise.withResolvers<void>();
      const { read, pass } = await refreshing(async (count) => {
        if (count === 2) await held;
        return counted(count);
      });
      await pass(KEPT_MS + 1000);
      expect(await read()).toBe('1');
      go();
      await settled();
      expect(await read()).toBe('2');
    });

    test('but gives the old one no longer than it is kept', async () => {
      const { promise: never } = Promise.withResolvers<PublicAnswer>();
      const { cache, pass } = await refreshing((count) => (count === 2 ? never : counted(count)));
      await pass(2 * KEPT_MS);
      expect(readKept(cache)).toBe('1');
      await pass(20);
      expect(readKept(cache)).toBeUndefined();
    });

    test.each([
      ['it fails', () => Promise.reject(new Error('database down'))],
      ['it is a failure', () => createPublicAnswer('down', 'text/plain', { status: 500 })],
      ['it is gone', () => createPublicAnswer('gone', 'text/plain', { status: 404 })],
    ])('but not the old one when %s', async (_, failing) => {
      const { read, pass, made } = await refreshing((count) => (count === 2 ? failing() : counted(count)));
      await pass(KEPT_MS + 20);
      expect(made()).toBe(2);
      expect(await read()).not.toBe('1');
    });

    test('but not after a change', async () => {
      const { cache, pass, made } = await refreshing(counted);
      cache.clear();
      await pass(2 * KEPT_MS);
      expect(made()).toBe(1);
    });
  });

  test('tries again after a failure', async () => {
    const cache = reliableCache();
    const failure = Promise.reject(new Error('database down'));
    await expect(cache.getOrMake('news', () => failure)).rejects.toThrow('database down');
    await settled();
    const { made, make } = maker();
    await cache.getOrMake('news', make('news'));
    expect(made).toEqual({ news: 1 });
  });

  test('evicts an answer that was not used before one that was', async () => {
    const cache = reliableCache({ maxEntries: 2 });
    const { made, make } = maker();
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) {
      await cache.getOrMake(key, make(key));
      await settled();
    }
    expect(made).toEqual({ a: 1, b: 2, c: 1 });
  });

  test.each([
    ['made-up addresses', 200, 'open'],
    ['answers that found nothing', 404, 'bounded'],
  ] as const)('is not flooded by %s', async (_, status, keys) => {
    const cache = reliableCache({ maxEntries: 3, maxOpenEntries: 2 });
    const pages = maker();
    await cache.getOrMake('/news', pages.make('/news'));
    await settled();
    const flood = maker(status);
    for (let index = 0; index < 100; index += 1) {
      await cache.getOrMake(`/x${index}`, flood.make(`/x${index}`), keys);
      await settled();
    }
    await cache.getOrMake('/news', pages.make('/news'));
    expect(pages.made).toEqual({ '/news': 1 });
    await cache.getOrMake('/x99', flood.make('/x99'), keys);
    await cache.getOrMake('/x0', flood.make('/x0'), keys);
    expect(flood.made).toMatchObject({ '/x99': 1, '/x0': 2 });
  });

  test('stores nothing while the change listener is disconnected', async () => {
    const cache = createPublicCache();
    const { made, make } = maker();
    await cache.getOrMake('news', make('news'));
    await cache.getOrMake('news', make('news'));
    expect(made).toEqual({ news: 2 });
  });
});
