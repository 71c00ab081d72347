import {
  createPatchNote,
  deletePatchNote,
  deletePatchNoteDraft,
  exportPatchNotes as exportEndpoint,
  getAdminPatchNote,
  getPatchNoteDraft,
  getPatchNoteRevision,
  listAdminPatchNotes,
  listPatchNoteRevisions,
  restorePatchNoteRevision,
  savePatchNoteDraft,
  updatePatchNote,
} from '@waygate/contract/patch-notes/patch-notes.admin.endpoints';
import type { ExportList } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { presentAdminPatchNoteItem } from '#features/patch-notes/patch-notes.presenter.ts';
import { patchNotesStore } from '#features/patch-notes/patch-notes.queries.ts';
import { patchNotesEditor } from '#features/patch-notes/patch-notes.service.ts';
import { exportPatchNotes } from './patch-note-export.service.ts';

export function patchNotesAdminRoutes(
  route: Route,
  { db, exportList }: { db: Database; exportList: ExportList },
): void {
  route(listAdminPatchNotes, async ({ query }) => {
    const { rows, total } = await patchNotesStore.selectPage(db, query);
    return { patchNotes: rows.map(presentAdminPatchNoteItem), total };
  });

  route(exportEndpoint, ({ query, ...staff }) => exportPatchNotes(exportList, staff, query));

  route(getAdminPatchNote, ({ params }) => patchNotesEditor.read(db, params.id));

  route(createPatchNote, ({ body, ...staff }) => patchNotesEditor.create(db, staff, body));

  route(updatePatchNote, ({ params, body, ...staff }) =>
    patchNotesEditor.update(db, staff, { id: params.id, text: body }),
  );

  route(deletePatchNote, ({ params, ...staff }) => patchNotesEditor.delete(db, staff, params.id));

  route(getPatchNoteDraft, async ({ params, viewer }) => ({
    draft: await patchNotesEditor.drafts.read(db, viewer.accountId, params.id),
  }));

  route(savePatchNoteDraft, ({ params, body, ...staff }) =>
    patchNotesEditor.drafts.save(db, staff, { ...body, recordId: params.id }),
  );

  route(deletePatchNoteDraft, ({ params, ...staff }) => patchNotesEditor.drafts.delete(db, staff, params.id));

  route(listPatchNoteRevisions, async ({ params }) => ({
    revisions: await patchNotesEditor.listRevisions(db, params.id),
  }));

  route(getPatchNoteRevision, ({ params }) => patchNotesEditor.readRevision(db, params));

  route(restorePatchNoteRevision, ({ params, body, ...staff }) =>
    patchNotesEditor.restore(db, staff, { ...params, read: body.revision }),
  );
}
