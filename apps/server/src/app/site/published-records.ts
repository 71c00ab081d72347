import { newsStore } from '#features/news/news.ts';
import { patchNotesStore } from '#features/patch-notes/patch-notes.ts';
import type { Db } from '#platform/db/database.ts';
import type { PublicCache } from '#platform/http/public-cache.ts';
import type { RecordPageId } from './page-addresses.ts';

const SELECT_IDS: Record<RecordPageId, (db: Db) => Promise<number[]>> = {
  article: newsStore.selectPublishedIds,
  patchNote: patchNotesStore.selectPublishedIds,
};

type PublishedIds = Map<RecordPageId, Promise<Set<number>>>;

/** Whether a page's record may be published. */
export type MayBePublished = (record: { page: RecordPageId; id: number }) => Promise<boolean>;

/**
 * Knows the ids of all published records until content changes, so that a flood of other ids costs neither a rendering
 * nor a query. Answers true when it can't know: while changes aren't reported, or the database doesn't answer. The page
 * finds out for itself then.
 */
export function createMayBePublished({
  db,
  cache,
}: {
  db: Db;
  cache: Pick<PublicCache, 'epoch'>;
}): MayBePublished {
  const known = new WeakMap<object, PublishedIds>();
  return async ({ page, id }) => {
    // Taken before the query: what was read before a change belongs to the content before it.
    const epoch = cache.epoch();
    if (!epoch) return true;
    const ids: PublishedIds = known.get(epoch) ?? new Map();
    known.set(epoch, ids);
    const reading = ids.get(page) ?? SELECT_IDS[page](db).then((published) => new Set(published));
    ids.set(page, reading);
    try {
      return (await reading).has(id);
    } catch {
      if (ids.get(page) === reading) ids.delete(page);
      return true;
    }
  };
}
