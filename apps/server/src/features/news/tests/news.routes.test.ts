import type { NewsText } from '@waygate/contract/news/news.admin.schemas';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { usePortal } from '#test/account-journeys.ts';
import { insertNews } from '#features/news/news.service.ts';
import { createNews } from '#test/articles.ts';
import { news } from '#features/news/news.tables.ts';

const ARTICLE: NewsText = {
  status: 'published',
  title: 'The gates are open',
  snippet: 'Come in.',
  body: '# Welcome\n\nRead the [notes](/patch-notes).',
  imageUrl: null,
};

const { parts, app } = await usePortal();
beforeEach(async () => {
  await parts.db.delete(news);
});

async function get(url: string) {
  const response = await app.inject(url);
  return { status: response.statusCode, body: response.json() };
}

describe('the list of news', () => {
  test('shows a visitor published articles, newest first, with their total', async () => {
    await insertNews(parts.db, [
      { ...ARTICLE, bodyHtml: '', title: 'Old', publishedAt: new Date('2026-01-01T10:00:00Z') },
      { ...ARTICLE, bodyHtml: '', title: 'New', publishedAt: new Date('2026-02-01T10:00:00Z') },
      { ...ARTICLE, bodyHtml: '', title: 'Hidden', status: 'draft' },
    ]);

    const { status, body } = await get('/api/content/news?limit=20');

    expect(status).toBe(200);
    expect(body.total).toBe(2);
    expect(body.news.map(({ title }: { title: string }) => title)).toEqual(['New', 'Old']);
    expect(body.news[0]).toMatchObject({
      snippet: 'Come in.',
      category: 'Updates',
      imageUrl: null,
      publishedAt: '2026-02-01T10:00:00.000Z',
      createdAt: expect.any(String),
    });
    expect(body.news[0]).not.toHaveProperty('body');
  });

  test('is empty without articles', async () => {
    expect(await get('/api/content/news')).toEqual({ status: 200, body: { news: [], total: 0 } });
  });

  test('returns 20 articles without a limit, and the total counts the rest', async () => {
    await insertNews(
      parts.db,
      Array.from({ length: 25 }, (_, index) => ({ ...ARTICLE, bodyHtml: '', title: `Article ${index}` })),
    );
    const { body } = await get('/api/content/news/');
    expect(body.news).toHaveLength(20);
    expect(body.total).toBe(25);
    const { body: short } = await get('/api/content/news?limit=3');
    expect(short.news).toHaveLength(3);
  });

  test.each(['0', '101', '-1', '1.5', 'all', '', '1e1'])('refuses the limit %j', async (limit) => {
    const { status, body } = await get(`/api/content/news?limit=${limit}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'validation_failed',
      message: 'The limit is a whole number from 1 to 100.',
    });
  });
});

describe('one article', () => {
  test('contains its markdown and its HTML', async () => {
    const id = await createNews(parts.db, ARTICLE);
    const { status, body } = await get(`/api/content/news/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, title: ARTICLE.title, body: ARTICLE.body });
    expect(body.bodyHtml).toBe(
      '<h2>Welcome</h2>\n<p>Read the <a href="/patch-notes" rel="noopener">notes</a>.</p>',
    );
  });

  test('answers the same for a draft as for a missing article', async () => {
    const id = await createNews(parts.db, { ...ARTICLE, status: 'draft' });
    for (const missing of [id, 2_147_483_647]) {
      const { status, body } = await get(`/api/content/news/${missing}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'not_found', message: 'Article not found.' });
    }
  });

  test.each(['0', '-1', 'abc', '2147483648', '1%00', '%F0%9F', '1;drop'])('refuses the id %j', async (id) => {
    const { status, body } = await get(`/api/content/news/${id}`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });
});

test('the database refuses a published article without a time', async () => {
  await expect(
    parts.db.execute(
      sql`insert into news (status, title, body, body_html) values ('published', 'x', 'x', 'x')`,
    ),
  ).rejects.toMatchObject({ cause: { constraint: 'news_published_has_time' } });
});
