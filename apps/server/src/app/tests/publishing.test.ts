import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createPublishingClock } from '#app/site/publishing-clock.ts';
import { news } from '#features/news/news.tables.ts';
import type { Db } from '#platform/db/database.ts';
import { usePagePortal } from '#test/page-portal.ts';
import { useListeningApp } from '#test/test-app.ts';
import { useTestParts } from '#test/test-parts.ts';

const parts = await useTestParts();

const WORD = 'Lanternfall';

/** Everything that is made of published articles. */
const addressesOf = (id: number) => [
  '/api/content/news',
  `/api/content/news/${id}`,
  '/api/content/home',
  `/api/content/search?q=${WORD}`,
  '/news/feed.xml',
  '/sitemap.xml',
];

test('a planned article appears and ends on time everywhere, although every answer is cached', async () => {
  const { app } = await usePagePortal(parts);
  const other = await useListeningApp(parts);
  await expect.poll(other.connections).toBe(1);
  // What is slow about the first answers is over.
  await Promise.all(addressesOf(1).map((url) => app.inject(url)));
  const [row] = await parts.db
    .insert(news)
    .values({
      status: 'published',
      title: WORD,
      body: WORD,
      bodyHtml: `<p>${WORD}</p>`,
      publishedAt: sql`now() + interval '2 seconds'`,
      publishedUntil: sql`now() + interval '10 seconds'`,
    })
    .returning();
  const addresses = addressesOf(row?.id ?? 0);
  const shown = async () => {
    const answers = await Promise.all(addresses.map((url) => app.inject(url)));
    return answers.map(({ statusCode, body }) => [
      statusCode,
      body.includes(WORD) || body.includes(`/news/${row?.id}<`),
    ]);
  };
  const hidden = addresses.map((url) => [url.endsWith(`/${row?.id}`) ? 404 : 200, false]);
  const visible = addresses.map(() => [200, true]);
  const soon = { timeout: 30_000, interval: 250 };
  expect(await shown()).toEqual(hidden);
  await expect.poll(shown, soon).toEqual(visible);
  const seen = async () => (await other.app.inject('/api/content/news')).json().total;
  expect(await seen()).toBe(1);
  await expect.poll(shown, soon).toEqual(hidden);
  await expect.poll(seen, soon).toBe(0);
});

test('nothing is cached while the next planned change is unknown', async () => {
  const states: boolean[] = [];
  let failures = 1;
  const db = {
    execute: (statement: SQL) => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error('down')) : parts.db.execute(statement);
    },
  };
  const clock = createPublishingClock({
    // It uses this alone.
    db: db as Db,
    cache: { clear: () => {}, setReliable: (isReliable) => states.push(isReliable) },
    log: parts.log,
  });
  onTestFinished(clock.stop);
  clock.start();
  await expect.poll(() => failures).toBeLessThan(0);
  await expect.poll(() => states).toEqual([true]);
  failures = 1;
  clock.look();
  await expect.poll(() => states).toEqual([true, false, true]);
});

test('nothing is cached after the listener is lost in the middle of a look, until a new one has ended', async () => {
  const states: boolean[] = [];
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  let asked = 0;
  const db = {
    execute: async (statement: SQL) => {
      asked += 1;
      await held;
      return parts.db.execute(statement);
    },
  };
  const clock = createPublishingClock({
    // It uses this alone.
    db: db as Db,
    cache: { clear: () => {}, setReliable: (isReliable) => states.push(isReliable) },
    log: parts.log,
  });
  onTestFinished(clock.stop);
  clock.start();
  clock.look();
  clock.stop();
  answer();
  clock.look();
  await pause(100);
  expect([states, asked]).toEqual([[], 3]);
  clock.start();
  await expect.poll(() => states).toEqual([true]);
  clock.start();
  await expect.poll(() => states).toEqual([true, false, true]);
});
