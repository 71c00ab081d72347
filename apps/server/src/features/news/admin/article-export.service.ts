import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import { pageWindow } from '@waygate/contract/lists';
import type { exportArticles as endpoint } from '@waygate/contract/news/news.admin.endpoints';
import type { AdminNewsItem } from '@waygate/contract/news/news.admin.schemas';
import { presentAdminNewsItem } from '#features/news/news.presenter.ts';
import { newsStore } from '#features/news/news.queries.ts';
import { byPages, type ExportList, type Staff } from '#features/staff/staff.ts';
import { exactly } from '#platform/db/paging/read-page.ts';

/** The articles that the list finds, in its order, without their texts. */
export function exportArticles(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'news',
    fileName: 'news',
    columns: COLUMNS,
    present: presentAdminNewsItem,
    query,
    ...byPages(async (tx, request) => {
      const { limit } = pageWindow(request);
      const { rows, total } = await newsStore.selectPage(tx, { ...query, page: request.page, limit });
      return { rows, totals: exactly(total) };
    }),
  });
}

const COLUMNS: CsvColumn<AdminNewsItem>[] = [
  { label: 'id', value: ({ id }) => id },
  { label: 'title', value: ({ title }) => title },
  { label: 'category', value: ({ category }) => category },
  { label: 'eventStartsAt', value: ({ eventStartsAt }) => eventStartsAt },
  { label: 'eventEndsAt', value: ({ eventEndsAt }) => eventEndsAt },
  { label: 'status', value: ({ status }) => status },
  { label: 'publishedAt', value: ({ publishedAt }) => publishedAt },
  { label: 'publishedUntil', value: ({ publishedUntil }) => publishedUntil },
  { label: 'updatedAt', value: ({ updatedAt }) => updatedAt },
  { label: 'revision', value: ({ revision }) => revision },
];
