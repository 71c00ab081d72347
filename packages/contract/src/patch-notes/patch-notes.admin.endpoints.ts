import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { contentListQuery } from '../lists.ts';
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
