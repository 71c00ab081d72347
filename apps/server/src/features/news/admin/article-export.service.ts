import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportArticles as endpoint } from '@waygate/contract/news/news.admin.endpoints';
import type { AdminNewsItem } from '@waygate/contract/news/news.admin.schemas';
import { contentPages } from '#features/content/content.ts';
import { presentAdminNewsItem } from '#features/news/news.presenter.ts';
import { newsStore } from '#features/news/news.queries.ts';
import type { ExportList, Staff } from '#features/staff/staff.ts';

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
    ...contentPages(newsStore, query),
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
