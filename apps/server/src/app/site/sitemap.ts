import { newsStore } from '#features/news/news.ts';
import { patchNotesStore } from '#features/patch-notes/patch-notes.ts';
import type { Db } from '#platform/db/database.ts';
import { LISTED_PAGES } from './page-addresses.ts';

/** A sitemap may list 50 000 pages: https://www.sitemaps.org/protocol.html */
const MAX_OF_EACH = 20_000;

type Listed = { path: string; updatedAt?: Date };

export async function composeSitemap(db: Db, publicOrigin: string): Promise<string> {
  const [news, patchNotes] = await Promise.all([
    newsStore.selectForSitemap(db, MAX_OF_EACH),
    patchNotesStore.selectForSitemap(db, MAX_OF_EACH),
  ]);
  const pages: Listed[] = [
    ...LISTED_PAGES.map((path) => ({ path })),
    ...news.map(({ id, updatedAt }) => ({ path: `/news/${id}`, updatedAt })),
    ...patchNotes.map(({ id, updatedAt }) => ({ path: `/patch-notes/${id}`, updatedAt })),
  ];
  const urls = pages.map(({ path, updatedAt }) => {
    const lastmod = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : '';
    return `<url><loc>${publicOrigin}${path}</loc>${lastmod}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

export function composeRobotsTxt(publicOrigin: string): string {
  return `User-agent: *
Allow: /api/media/
Disallow: /api
Disallow: /profile
Disallow: /admin
Disallow: /reset-password
Disallow: /dev

Sitemap: ${publicOrigin}/sitemap.xml
`;
}
