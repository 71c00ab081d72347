import * as z from 'zod/mini';
import {
  draftInput,
  draftParams,
  draftSchema,
  restoreInput,
  revisionListSchema,
  revisionParams,
  revisionSchema,
  savedDraftSchema,
} from '../content/history.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { CONTENT_PAGE_PARTS, contentListQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import {
  adminPatchNoteListSchema,
  adminPatchNoteSchema,
  patchNoteTextSchema,
} from './patch-notes.admin.schemas.ts';

const access = { section: 'patchNotes' } as const;
const params = z.object({ id: idParam });

export const listAdminPatchNotes = endpoint({
  method: 'GET',
  path: '/admin/content/patchnotes',
  access,
  summary: 'Patch notes, including drafts, last changed first.',
  query: contentListQuery,
  response: adminPatchNoteListSchema,
});

export const exportPatchNotes = endpoint({
  method: 'GET',
  path: '/admin/content/patchnotes/export',
  access,
  summary:
    'Patch notes and drafts as the list finds them, without their texts, as CSV. One export at a time.',
  query: z.omit(listAdminPatchNotes.query, CONTENT_PAGE_PARTS),
  response: 'csv',
});

export const getAdminPatchNote = endpoint({
  method: 'GET',
  path: '/admin/content/patchnotes/:id',
  access,
  summary: 'One patch note or draft.',
  params,
  response: adminPatchNoteSchema,
});

export const createPatchNote = endpoint({
  method: 'POST',
  path: '/admin/content/patchnotes',
  access,
  summary: 'Create a patch note.',
  body: patchNoteTextSchema,
  response: adminPatchNoteSchema,
});

export const updatePatchNote = endpoint({
  method: 'PUT',
  path: '/admin/content/patchnotes/:id',
  access,
  summary: 'Update a patch note.',
  params,
  body: patchNoteTextSchema,
  response: adminPatchNoteSchema,
  conflict: adminPatchNoteSchema,
});

export const deletePatchNote = endpoint({
  method: 'DELETE',
  path: '/admin/content/patchnotes/:id',
  access,
  summary: 'Delete a patch note.',
  params,
  response: 'empty',
});

export const getPatchNoteDraft = endpoint({
  method: 'GET',
  path: '/admin/content/patchnotes/:id/draft',
  access,
  summary: "The caller's unsaved changes of a patch note, or of 'new'.",
  params: draftParams,
  response: draftSchema,
});

export const savePatchNoteDraft = endpoint({
  method: 'PUT',
  path: '/admin/content/patchnotes/:id/draft',
  access,
  summary: "Keep the caller's unsaved changes. Nobody else sees them.",
  // The editor saves after each pause of a second.
  limit: { by: 'account', points: 120, windowSeconds: 60 },
  params: draftParams,
  body: draftInput,
  response: savedDraftSchema,
});

export const deletePatchNoteDraft = endpoint({
  method: 'DELETE',
  path: '/admin/content/patchnotes/:id/draft',
  access,
  summary: "Discard the caller's unsaved changes.",
  params: draftParams,
  response: 'empty',
});

export const listPatchNoteRevisions = endpoint({
  method: 'GET',
  path: '/admin/content/patchnotes/:id/revisions',
  access,
  summary: 'The kept revisions of a patch note, newest first.',
  params,
  response: revisionListSchema,
});

export const getPatchNoteRevision = endpoint({
  method: 'GET',
  path: '/admin/content/patchnotes/:id/revisions/:revision',
  access,
  summary: 'One revision with its text.',
  params: revisionParams,
  response: revisionSchema,
});

export const restorePatchNoteRevision = endpoint({
  method: 'POST',
  path: '/admin/content/patchnotes/:id/revisions/:revision/restore',
  access,
  summary: 'Save the text of a revision again. Whether and when visitors see it stays as it is.',
  params: revisionParams,
  body: restoreInput,
  response: adminPatchNoteSchema,
  conflict: adminPatchNoteSchema,
});
