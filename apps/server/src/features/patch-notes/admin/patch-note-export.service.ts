import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportPatchNotes as endpoint } from '@waygate/contract/patch-notes/patch-notes.admin.endpoints';
import type { AdminPatchNoteItem } from '@waygate/contract/patch-notes/patch-notes.admin.schemas';
import { contentPages } from '#features/content/content.ts';
import { presentAdminPatchNoteItem } from '#features/patch-notes/patch-notes.presenter.ts';
import { patchNotesStore } from '#features/patch-notes/patch-notes.queries.ts';
import type { ExportList, Staff } from '#features/staff/staff.ts';

/** The patch notes that the list finds, in its order, without their texts. */
export function exportPatchNotes(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'patch notes',
    fileName: 'patch-notes',
    columns: COLUMNS,
    present: presentAdminPatchNoteItem,
    query,
    ...contentPages(patchNotesStore, query),
  });
}

const COLUMNS: CsvColumn<AdminPatchNoteItem>[] = [
  { label: 'id', value: ({ id }) => id },
  { label: 'version', value: ({ version }) => version },
  { label: 'title', value: ({ title }) => title },
  { label: 'releaseDate', value: ({ releaseDate }) => releaseDate },
  { label: 'createdAt', value: ({ createdAt }) => createdAt },
  { label: 'status', value: ({ status }) => status },
  { label: 'publishedAt', value: ({ publishedAt }) => publishedAt },
  { label: 'publishedUntil', value: ({ publishedUntil }) => publishedUntil },
  { label: 'updatedAt', value: ({ updatedAt }) => updatedAt },
  { label: 'revision', value: ({ revision }) => revision },
];
