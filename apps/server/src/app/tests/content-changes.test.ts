import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { createNews } from '#test/articles.ts';
import { news } from '#features/news/news.tables.ts';
import { useListeningApp } from '#test/test-app.ts';
import { useTestParts } from '#test/test-parts.ts';

const TITLE = 'A title that is long enough to be worth compressing. '.repeat(30).trim();

const parts = await useTestParts();
beforeEach(async () => {
  await parts.db.delete(news);
  await createNews(parts.db, { status: 'published', title: TITLE, snippet: '', body: 'x', imageUrl: null });
});

async function useConnectedApp() {
  const listening = await useListeningApp(parts);
  await expect.poll(listening.connections).toBe(1);
  return listening;
}

async function titles(app: FastifyInstance): Promise<string[]> {
  const { news: list } = (await app.inject('/api/content/news')).json();
  return list.map(({ title }: { title: string }) => title);
}

/** Changes the row without its triggers: what only the cache can still answer with the old title. */
async function changeSilently(title: string): Promise<void> {
  await parts.db.transaction(async (tx) => {
    await tx.execute(sql`alter table news disable trigger user`);
    await tx.execute(sql`update news set title = ${title}`);
    await tx.execute(sql`alter table news enable trigger user`);
  });
}

describe('a public answer', () => {
  test('carries a strong ETag per encoding and is revalidated with 304', async () => {
    const { app } = await useConnectedApp();
    const encodings = [undefined, 'gzip', 'br', 'gzip, deflate, br', 'br;q=0, gzip;q=0.5', 'zstd'];
    const answers = await Promise.all(
      encodings.map((encoding) =>
        app.inject({
          url: '/api/content/news',
          headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
        }),
      ),
    );
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      'br',
      'br',
      'gzip',
      undefined,
    ]);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3);
    for (const { headers } of answers) {
      expect(headers.etag).toMatch(/^"[\w-]+"$/);
      expect(headers).toMatchObject({
        vary: 'Accept-Encoding',
        'cache-control': expect.stringContaining('public'),
      });
    }
    const etag = String(answers[0]?.headers.etag);
    const again = await app.inject({
      url: '/api/content/news',
      headers: { 'if-none-match': `"other", ${etag}` },
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers.etag).toBe(etag);
    const other = await app.inject({ url: '/api/content/news', headers: { 'if-none-match': '"other"' } });
    expect(other.statusCode).toBe(200);
  });

  test('is cached, so that the database is not queried again', async () => {
    const { app } = await useConnectedApp();
    expect(await titles(app)).toEqual([TITLE]);
    await changeSilently('Nobody was notified');
    expect(await titles(app)).toEqual([TITLE]);
  });

  test.each([
    [
      'an insert',
      sql`insert into news (status, title, body, body_html, published_at) values ('published', 'Changed', '', '', now())`,
    ],
    ['an update', sql`update news set title = 'Changed'`],
    ['a deletion', sql`delete from news`],
    ['a truncation', sql`truncate news`],
  ])('follows %s by SQL on every instance', async (_, change) => {
    const instances = [await useConnectedApp(), await useConnectedApp()];
    for (const { app } of instances) expect(await titles(app)).toEqual([TITLE]);
    await parts.db.execute(change);
    for (const { app } of instances) {
      await expect.poll(async () => (await titles(app))[0]).not.toBe(TITLE);
    }
  });

  test('is not cached when nothing was found', async () => {
    const { app } = await useConnectedApp();
    const [row] = await parts.db.select().from(news);
    await parts.db.execute(sql`update news set status = 'draft'`);
    const status = async () => (await app.inject(`/api/content/news/${row?.id}`)).statusCode;
    await expect.poll(status).toBe(404);
    await changeSilently('Still a draft');
    await parts.db.execute(sql`update news set status = 'published'`);
    await expect.poll(status).toBe(200);
  });
});

describe('while the change listener is disconnected', () => {
  test('answers are not cached, and caching resumes after reconnecting', async () => {
    const { app, connections } = await useConnectedApp();
    expect(await titles(app)).toEqual([TITLE]);

    // Changed behind its back while the connection is down: only a fresh read can tell.
    await changeSilently('Unheard');
    const { rows } = await parts.db.execute<{ gone: boolean }>(sql`
      select pg_terminate_backend(pid) as gone from pg_stat_activity
      where datname = current_database() and query in ('listen "content_changed"', 'select 1')
        and pid <> pg_backend_pid()`);
    expect(rows).toContainEqual({ gone: true });
    await expect.poll(() => titles(app)).toEqual(['Unheard']);
    await expect.poll(connections).toBe(2);

    expect(await titles(app)).toEqual(['Unheard']);
    await parts.db.execute(sql`update news set title = 'Heard'`);
    await expect.poll(() => titles(app)).toEqual(['Heard']);
  });

  test('an instance whose listener never connected caches nothing', async () => {
    const { app, cache } = await useConnectedApp();
    cache.setReliable(false);
    expect(await titles(app)).toEqual([TITLE]);
    await changeSilently('Fresh');
    expect(await titles(app)).toEqual(['Fresh']);
  });
});
