import { getPatchNote, listPatchNotes } from '@waygate/contract/patch-notes/patch-notes.endpoints';
import type { Db } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { presentPatchNote, presentPatchNoteItem } from './patch-notes.presenter.ts';
import { patchNotesStore } from './patch-notes.queries.ts';

export function patchNotesRoutes(route: Route, { db }: { db: Db }): void {
  route(listPatchNotes, async ({ query }) => {
    const { rows, total } = await patchNotesStore.selectPublished(db, query.limit);
    return { patchNotes: rows.map(presentPatchNoteItem), total };
  });

  route(getPatchNote, async ({ params }) => {
    const row = await patchNotesStore.selectPublishedOne(db, params.id);
    if (!row) throw notFound('Patch note not found.');
    const next = await patchNotesStore.selectNext(db, row.id);
    return { ...presentPatchNote(row), next: next ? presentPatchNoteItem(next) : null };
  });
}
