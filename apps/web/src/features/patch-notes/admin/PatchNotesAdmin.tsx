import {
  deletePatchNote,
  exportPatchNotes,
  listAdminPatchNotes,
} from '@waygate/contract/patch-notes/patch-notes.admin.endpoints';
import type { AdminPatchNoteItem } from '@waygate/contract/patch-notes/patch-notes.admin.schemas';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ContentList } from '#features/content/admin/ContentList.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { paths } from '#features/paths/paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { LocalDate } from '#ui/LocalDate.tsx';

const COLUMNS: Column<AdminPatchNoteItem>[] = [
  { id: 'version', label: 'Version', width: '8rem', render: ({ version }) => version },
  { id: 'released', label: 'Release date', render: ({ releaseDate }) => <LocalDate value={releaseDate} /> },
];

/** All patch notes, including drafts. */
export function PatchNotesAdmin() {
  return (
    <ContentList
      noun="patch note"
      caption="Patch notes"
      queryKey="patch-notes"
      load={loadFrom(listAdminPatchNotes, ({ patchNotes: rows, total }) => ({ rows, total }))}
      csv={exportPatchNotes}
      remove={deletePatchNote}
      failure="Failed to fetch patch notes."
      searchLabel="Search by title or version"
      columns={COLUMNS}
      newPath={adminPaths.newPatchNote}
      editPath={({ id }) => adminPaths.patchNote({ patchNoteId: id })}
      sitePath={({ id }) => paths.patchNote({ patchNoteId: id })}
    />
  );
}
