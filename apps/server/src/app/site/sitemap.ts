import { type PAGE_RULES, type PageId, pagePaths, type PAGES } from '@waygate/contract/site/pages';
import { newsStore } from '#features/news/news.ts';
import { patchNotesStore } from '#features/patch-notes/patch-notes.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { LISTED_PAGES, UNCRAWLED_PAGES } from './page-addresses.ts';

/** A sitemap may list 50 000 pages: https://www.sitemaps.org/protocol.html */
const MAX_OF_EACH = 20_000;

type ListedDetailId = {
  [Id in PageId]: [(typeof PAGES)[Id]['path'], (typeof PAGE_RULES)[Id]['search']] extends [
    `${string}:${string}`,
    'sitemap',
  ]
    ? Id
    : never;
}[PageId];

type Listed = { path: string; updatedAt?: Date };

/** The pages of one record each, of those that belong in the sitemap. */
const DETAILS: Record<ListedDetailId, (db: Db) => Promise<Listed[]>> = {
  article: async (db) => {
    const rows = await newsStore.selectForSitemap(db, MAX_OF_EACH);
    return rows.map(({ id, updatedAt }) => ({ path: pagePaths.article({ articleId: id }), updatedAt }));
  },
  patchNote: async (db) => {
    const rows = await patchNotesStore.selectForSitemap(db, MAX_OF_EACH);
    return rows.map(({ id, updatedAt }) => ({ path: pagePaths.patchNote({ patchNoteId: id }), updatedAt }));
  },
};

export async function composeSitemap(db: Database, publicOrigin: string): Promise<string> {
  const details = await Promise.all(Object.values(DETAILS).map((select) => select(db)));
  const pages: Listed[] = [...LISTED_PAGES.map((path) => ({ path })), ...details.flat()];
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
  const disallowed = ['/api', ...UNCRAWLED_PAGES].map((path) => `Disallow: ${path}`);
  return `User-agent: *
Allow: /api/media/
${disallowed.join('\n')}

Sitemap: ${publicOrigin}/sitemap.xml
`;
}
