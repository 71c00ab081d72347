import { PAGE_ENTRIES, type PageId, pagePaths, PAGES } from '@waygate/contract/site/pages';
import { newsStore } from '#features/news/news.ts';
import { patchNotesStore } from '#features/patch-notes/patch-notes.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/database.ts';
import { toAbsoluteAddress, toAbsoluteAddresses } from '#platform/markdown/absolute-addresses.ts';

const FEED_LENGTH = 20;

type Site = Pick<Config, 'publicOrigin' | 'brand'>;
type Entry = {
  path: string;
  title: string;
  date: Date;
  updatedAt: Date;
  html: string;
  snippet?: string;
  category?: string;
  image?: string;
};

type FeedPageId = { [Id in PageId]: (typeof PAGES)[Id] extends { feed: string } ? Id : never }[PageId];
type ComposeFeed = (db: Db, site: Site) => Promise<string>;

const COMPOSERS: Record<FeedPageId, ComposeFeed> = {
  news: composeNewsFeed,
  patchNotes: composePatchNotesFeed,
};

/** Where each feed is, and what writes it. */
export const FEEDS = PAGE_ENTRIES.flatMap(([id, { feed }]) =>
  // The type of COMPOSERS has every page with a feed.
  feed === undefined ? [] : [{ path: feed, compose: COMPOSERS[id as FeedPageId] }],
);

/** RSS 2.0 with the full articles. */
async function composeNewsFeed(db: Db, site: Site): Promise<string> {
  const rows = await newsStore.selectForFeed(db, FEED_LENGTH);
  const entries = rows.map((row) => ({
    path: pagePaths.article({ articleId: row.id }),
    title: row.title,
    date: row.publishedAt ?? row.createdAt,
    updatedAt: laterOf(row.updatedAt, row.publishedAt),
    html: row.bodyHtml,
    snippet: row.snippet,
    category: row.category,
    ...pictureOf(row.imageUrl, site),
  }));
  return composeFeed(site, { ...PAGES.news, entries });
}

/** The picture, stored relative to the API's base. Old rows may hold an address that can't be parsed. */
function pictureOf(imageUrl: string | null, { publicOrigin }: Site): { image?: string } {
  const image = imageUrl === null ? '' : toAbsoluteAddress(imageUrl, `${publicOrigin}/api`);
  return URL.canParse(image) ? { image } : {};
}

/** RSS 2.0 with the full patch notes. */
async function composePatchNotesFeed(db: Db, site: Site): Promise<string> {
  const rows = await patchNotesStore.selectForFeed(db, FEED_LENGTH);
  const entries = rows.map((row) => ({
    path: pagePaths.patchNote({ patchNoteId: row.id }),
    title: `Version ${row.version} - ${row.title}`,
    date: new Date(`${row.releaseDate}T00:00:00Z`),
    updatedAt: laterOf(row.updatedAt, row.publishedAt),
    html: row.bodyHtml,
  }));
  return composeFeed(site, { ...PAGES.patchNotes, entries });
}

/** What was scheduled is new from its publishing on. */
function laterOf(updatedAt: Date, publishedAt: Date | null): Date {
  return publishedAt && publishedAt > updatedAt ? publishedAt : updatedAt;
}

async function composeFeed(
  { publicOrigin, brand }: Site,
  { title, path, feed: feedPath, entries }: { title: string; path: string; feed: string; entries: Entry[] },
): Promise<string> {
  const { Feed } = await import('feed');
  const newest = Math.max(0, ...entries.map(({ updatedAt }) => updatedAt.getTime()));
  const feed = new Feed({
    title: forXml(`${brand.name}: ${title}`),
    description: forXml(`${title} of ${brand.name}`),
    link: `${publicOrigin}${path}`,
    language: 'en',
    // The time of the newest entry, not the current time, so that an unchanged feed stays byte-identical.
    updated: new Date(newest),
    generator: 'Waygate',
    feedLinks: { rss: `${publicOrigin}${feedPath}` },
  });
  for (const entry of entries) feed.addItem(feedItem(entry, publicOrigin));
  return feed.rss2();
}

function feedItem({ path, title, date, html, snippet, category, image }: Entry, publicOrigin: string) {
  return {
    title: forXml(title),
    link: `${publicOrigin}${path}`,
    date,
    content: forXml(toAbsoluteAddresses(html, publicOrigin)),
    ...(snippet && { description: forXml(snippet) }),
    ...(category && { category: [{ name: forXml(category) }] }),
    ...(image && { image }),
  };
}

// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Removes characters that XML forbids, and escapes the end of a CDATA section. */
function forXml(text: string): string {
  return text.toWellFormed().replace(NOT_XML, '').replaceAll(']]>', ']]&gt;');
}
