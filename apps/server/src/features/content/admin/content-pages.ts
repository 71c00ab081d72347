import { pageWindow } from '@waygate/contract/lists';
import type { ContentFilter, ContentStore } from '#features/content/content-store.ts';
import type { ContentRow, NewContentRow } from '#features/content/content.tables.ts';
import { byPages } from '#features/staff/staff.ts';
import { exactly } from '#platform/db/paging/read-page.ts';

/** How the texts that a list finds are read for a file. */
export function contentPages<Row extends ContentRow, NewRow extends NewContentRow>(
  store: ContentStore<Row, NewRow>,
  query: ContentFilter,
) {
  return byPages(async (tx, request) => {
    const { limit } = pageWindow(request);
    const { rows, total } = await store.selectPage(tx, { ...query, page: request.page, limit });
    return { rows, totals: exactly(total) };
  });
}
