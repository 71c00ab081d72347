import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPublicAnswer, createPublicCache, type PublicCache } from './public-cache.ts';

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
