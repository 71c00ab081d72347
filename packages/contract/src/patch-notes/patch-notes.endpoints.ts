import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam, limitQuery } from '../text.ts';
import { PATCH_NOTES_LIST_LIMIT, patchNotesListSchema, readPatchNoteSchema } from './patch-notes.schemas.ts';

export const listPatchNotes = endpoint({
  method: 'GET',
  path: '/content/patchnotes',
  access: 'visitor',
  summary: 'Published patch notes, newest release first.',
  isCacheable: true,
  query: z.object({ limit: limitQuery(PATCH_NOTES_LIST_LIMIT) }),
  response: patchNotesListSchema,
});

export const getPatchNote = endpoint({
  method: 'GET',
  path: '/content/patchnotes/:id',
  access: 'visitor',
  summary: 'One published patch note, and the release before it.',
  isCacheable: true,
  params: z.object({ id: idParam }),
  response: readPatchNoteSchema,
});
