import { createHash, randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createNews, createPatchNote } from '#test/articles.ts';
import { news } from '#features/news/news.tables.ts';
import { patchNotes } from '#features/patch-notes/patch-notes.tables.ts';
import { writeFileBelow } from '#test/fake-web.ts';
import { PAGE_ORIGIN as ORIGIN, usePagePortal } from '#test/page-portal.ts';
import { useTestParts } from '#test/test-parts.ts';

const parts = await useTestParts();
beforeEach(async () => {
  await parts.db.delete(news);
  await parts.db.delete(patchNotes);
});

const usePortal = (web?: Record<string, string | Buffer>) => usePagePortal(parts, { web });

async function renderOf(app: FastifyInstance, url: string): Promise<string | undefined> {
  return /render (\d+)/.exec((await app.inject(url)).body)?.[1];
}

describe('pages', () => {
  test('are rendered with their content, assets and head', async () => {
    await createNews(parts.db, {
      status: 'published',
      title: 'Open',
      snippet: '',
      body: 'x',
      imageUrl: null,
    });
    const { app } = await usePortal();
    const { statusCode, headers, body } = await app.inject('/news?utm_source=x');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('<title>$& A page</title>');
    expect(body).toContain('/news of Agaia {"news":[{"id":');
    expect(body).toContain('"title":"Open"');
    expect(body).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/news-2.js">');
    expect(body).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/shared-3.js">');
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
    expect(headers['x-robots-tag']).toBeUndefined();
  });

  test('bring their style sheets along, which the policy allows by hash, also with 304', async () => {
    const { app } = await usePortal();
    const { headers, body } = await app.inject('/news');
    const css = ':root{color:gold}.news{color:blue}';
    expect(body).toContain(`<style>${css}</style>`);
    expect(body).not.toContain('<link rel="stylesheet" href="/assets/index-1.css">');
    const hash = createHash('sha256').update(css).digest('base64');
    const policy = `;style-src 'self' 'sha256-${hash}';`;
    expect(headers['content-security-policy']).toContain(policy);
    const again = await app.inject({ url: '/news', headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.headers['content-security-policy']).toContain(policy);
    const plain = await app.inject('/api/content/news?limit=1');
    expect(plain.headers['content-security-policy']).toContain(";style-src 'self';");
  });

  test('are cached regardless of the query, revalidated, and rendered again after a change', async () => {
    const { app } = await usePortal();
    const first = await app.inject('/news');
    expect(await renderOf(app, '/news?page=2')).toBe('1');
    expect(await renderOf(app, '/news/')).toBe('1');
    expect((await app.inject({ method: 'HEAD', url: '/news' })).headers.etag).toBe(first.headers.etag);
    const etag = String(first.headers.etag);
    expect((await app.inject({ url: '/news', headers: { 'if-none-match': etag } })).statusCode).toBe(304);
    await createNews(parts.db, { status: 'published', title: 'New', snippet: '', body: 'x', imageUrl: null });
    await expect.poll(async () => (await app.inject('/news')).body).toContain('"title":"New"');
  });

  test('answer 404 for missing content, and 200 once it appears', async () => {
    const { app } = await usePortal();
    const id = await createNews(parts.db, {
      status: 'draft',
      title: 'x',
      snippet: '',
      body: 'x',
      imageUrl: null,
    });
    const status = async () => (await app.inject(`/news/${id}`)).statusCode;
    await expect.poll(status).toBe(404);
    expect((await app.inject('/nowhere')).statusCode).toBe(404);
    await parts.db.execute(sql`update news set status = 'published', published_at = now()`);
    await expect.poll(status).toBe(200);
  });

  test('stay cached during a flood of invalid addresses', async () => {
    const { app } = await usePortal();
    expect(await renderOf(app, '/news')).toBe('1');
    for (let index = 0; index < 600; index += 1) await app.inject(`/wp-${index}.php`);
    for (let index = 1; index < 60; index += 1) await app.inject(`/news/${index}`);
    expect(await renderOf(app, '/news')).toBe('1');
  });

  test('are not cached when rendering failed', async () => {
    const { app } = await usePortal();
    await parts.db.execute(sql`alter table news rename to news_away`);
    onTestFinished(
      async () => void (await parts.db.execute(sql`alter table if exists news_away rename to news`)),
    );
    expect((await app.inject('/news')).statusCode).toBe(500);
    await parts.db.execute(sql`alter table news_away rename to news`);
    expect((await app.inject('/news')).statusCode).toBe(200);
  });

  test.each(['/register', '/tos', '/privacy'])('show a plain error page when they break: %s', async (url) => {
    const { app } = await usePortal();
    const { statusCode, headers, body } = await app.inject(url);
    expect(statusCode).toBe(500);
    expect(body).toContain('<h1>Unexpected Application Error!</h1>');
    expect(body).toContain(String(headers['x-request-id']));
    expect(body).not.toMatch(/render failed|at renderRoute/);
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each(['/profile', '/admin', '/admin/users', '/login', '/reset-password/abc'])(
    'are excluded from search engines when private: %s',
    async (url) => {
      const { app } = await usePortal();
      expect((await app.inject(url)).headers['x-robots-tag']).toBe('noindex');
    },
  );

  test('tell browsers to keep nothing and to send no referrer when their address is secret', async () => {
    const { app } = await usePortal();
    const { headers } = await app.inject('/reset-password/secret');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  test.each([
    ['/login?password=x', '/login'],
    ['//evil.example/login', '/evil.example/login'],
    ['/', '/'],
  ])('answer a form that is sent to %s with the page itself', async (url, location) => {
    const { app } = await usePortal();
    const { statusCode, headers } = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'identifier=a&password=b',
    });
    expect([statusCode, headers.location]).toEqual([303, location]);
  });

  test('leave unknown API addresses to the API', async () => {
    const { app } = await usePortal();
    const response = await app.inject('/api/nowhere');
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('not_found');
  });
});

describe('static files', () => {
  const script = 'console.log("a file that is worth compressing");\n'.repeat(100);

  test('are sent compressed and cacheable for a year', async () => {
    const { app } = await usePortal({
      'client/assets/index-1.js': script,
      'client/assets/a.woff2': randomBytes(4000),
    });
    const { headers, rawPayload } = await app.inject({
      url: '/assets/index-1.js',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(String(gunzipSync(rawPayload))).toBe(script);
    const font = await app.inject({ url: '/assets/a.woff2', headers: { 'accept-encoding': 'gzip, br' } });
    expect(font.headers['content-encoding']).toBeUndefined();
    expect(font.headers['content-type']).toBe('font/woff2');
  });

  test('are sent as the build precompressed them', async () => {
    const { app } = await usePortal({
      'client/assets/index-1.js': script,
      'client/assets/index-1.js.br': 'from the build',
      'client/assets/index-1.js.gz': 'from the build too',
    });
    const { body } = await app.inject({ url: '/assets/index-1.js', headers: { 'accept-encoding': 'br' } });
    expect(body).toBe('from the build');
    expect((await app.inject('/assets/index-1.js')).body).toBe(script);
  });

  test.each([
    '/assets/',
    '/assets/missing.js',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e/.vite/manifest.json',
    '/assets/.hidden',
    '/brand/..%5c..%5cindex.html',
    '/brand/%2e%2e%2f%2e%2e%2fserver/entry-server.js',
    '/brand//etc/passwd',
    '/brand/a%00.svg',
  ])('cannot be reached around their folder: %s', async (url) => {
    const { app } = await usePortal({ 'client/assets/.hidden': 'x' });
    const response = await app.inject(url);
    expect([400, 404]).toContain(response.statusCode);
    expect(response.body).not.toMatch(/<!--head-->|renderRoute|root:/);
  });

  test('use the operator’s brand files where present, immediately after a change', async () => {
    const { app, dataDir } = await usePortal({
      'client/brand/logo.svg': '<svg>ours</svg>',
      'client/brand/favicon.ico': 'icon',
    });
    expect((await app.inject('/brand/logo.svg')).body).toBe('<svg>ours</svg>');
    expect((await app.inject('/favicon.ico')).body).toBe('icon');
    await writeFileBelow(dataDir, 'brand/logo.svg', '<svg>theirs</svg>');
    const { body, headers } = await app.inject('/brand/logo.svg');
    expect(body).toBe('<svg>theirs</svg>');
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    });
    await writeFileBelow(dataDir, 'brand/logo.svg', '<svg>theirs again</svg>');
    expect((await app.inject('/brand/logo.svg')).body).toBe('<svg>theirs again</svg>');
  });

  test('include the operator’s style sheet last on every page', async () => {
    const { app, dataDir } = await usePortal();
    expect((await app.inject('/')).body).not.toContain('theme.css');
    await writeFileBelow(dataDir, 'brand/theme.css', ':root { --gold: red }');
    await expect
      .poll(async () => (await app.inject('/')).body)
      .toMatch(/<\/style>.*\s<link rel="stylesheet" href="\/brand\/theme\.css\?v=[0-9a-f]{12}"><\/head>/);
    expect((await app.inject('/brand/theme.css?v=1')).body).toBe(':root { --gold: red }');
  });
});

describe('feeds and crawler files', () => {
  test('robots.txt keeps private pages out and names the sitemap', async () => {
    const { app } = await usePortal();
    const { body, headers } = await app.inject('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    for (const place of ['/api', '/profile', '/admin', '/reset-password', '/dev'])
      expect(body).toContain(`Disallow: ${place}\n`);
    expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  });

  test('the sitemap lists published pages and follows changes', async () => {
    const { app } = await usePortal();
    const draft = { status: 'draft', title: 'x', snippet: '', body: 'x', imageUrl: null } as const;
    const hidden = await createNews(parts.db, draft);
    const shown = await createNews(parts.db, { ...draft, status: 'published' });
    const note = {
      status: 'published',
      version: '1',
      title: 'x',
      body: 'x',
      releaseDate: '2026-01-01',
    } as const;
    const noteId = await createPatchNote(parts.db, note);
    const read = async () => (await app.inject('/sitemap.xml')).body;
    // Written last: what came before it is there as well.
    await expect.poll(read).toContain(`<loc>${ORIGIN}/patch-notes/${noteId}</loc>`);
    const body = await read();
    expect(body).toContain(`<loc>${ORIGIN}/</loc>`);
    expect(body).toMatch(new RegExp(`<loc>${ORIGIN}/news/${shown}</loc><lastmod>[\\dT:.-]+Z</lastmod>`));
    expect(body).not.toContain(`/news/${hidden}<`);
  });

  test('the news feed carries whole articles with absolute addresses', async () => {
    const { app } = await usePortal();
    await createNews(parts.db, {
      status: 'published',
      title: 'Fire & <Ice> ]]> again ]]>',
      snippet: 'Short \u0007 one',
      body: '[notes](/patch-notes) [mail](mailto:a@b.example) ![gate](/api/media/gate.webp) `<a href="/x">` ]]> ]]>',
      category: 'Events & more',
      imageUrl: '/media/abc.webp',
    });
    const read = () => app.inject('/news/feed.xml');
    await expect.poll(async () => (await read()).body).toContain('Fire');
    const { headers, body } = await read();
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const item = /<item>([\s\S]*?)<\/item>/.exec(body)?.[1] ?? '';
    const element = (name: string) =>
      new RegExp(`<${name}[^>]*>(?:<!\\[CDATA\\[([\\s\\S]*?)\\]\\]>|([^<]*))</${name}>`)
        .exec(item)
        ?.slice(1)
        .join('');
    expect(element('title')).toBe('Fire & <Ice> ]]&gt; again ]]&gt;');
    expect(element('description')).toBe('Short  one');
    expect(element('category')).toBe('Events &amp; more');
    expect(item).toContain(`url="${ORIGIN}/api/media/abc.webp"`);
    expect(element('content:encoded')).toBe(
      `<p><a href="${ORIGIN}/patch-notes" rel="noopener">notes</a> ` +
        '<a href="mailto:a@b.example" rel="noopener">mail</a> ' +
        `<img src="${ORIGIN}/api/media/gate.webp" alt="gate" loading="lazy" decoding="async"> ` +
        '<code>&#x3C;a href="/x"></code> ]]&gt; ]]&gt;</p>',
    );
    expect(body.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')).not.toContain(']]>');
  });

  test('the news feed leaves out a picture whose address cannot be read', async () => {
    const { app } = await usePortal();
    const text = { status: 'published', title: 'Old row', snippet: '', body: 'x' } as const;
    const id = await createNews(parts.db, { ...text, imageUrl: 'https://[' });
    await expect.poll(async () => (await app.inject('/news/feed.xml')).body).toContain('Old row');
    const { statusCode, body } = await app.inject('/news/feed.xml');
    expect([statusCode, body.includes('https://[')]).toEqual([200, false]);
    await parts.db.delete(news).where(eq(news.id, id));
  });

  test('the patch notes feed names versions and stays identical when nothing changes', async () => {
    const { app } = await usePortal();
    const note = {
      status: 'published',
      version: '1.10',
      title: 'Ember',
      body: '- x',
      releaseDate: '2026-11-05',
    } as const;
    const id = await createPatchNote(parts.db, note);
    const read = () => app.inject('/patch-notes/feed.xml');
    await expect.poll(async () => (await read()).body).toContain('Version 1.10 - Ember');
    const first = await read();
    expect(first.body).toContain(`<link>${ORIGIN}/patch-notes/${id}</link>`);
    expect(first.body).toContain('<pubDate>Thu, 05 Nov 2026 00:00:00 GMT</pubDate>');
    const { app: other } = await usePortal();
    expect((await other.inject('/patch-notes/feed.xml')).headers.etag).toBe(first.headers.etag);
  });

  test('feeds are served before the first article exists', async () => {
    const { app } = await usePortal();
    const { statusCode, body } = await app.inject('/news/feed.xml');
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Agaia: News</title>');
  });
});
