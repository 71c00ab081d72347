import * as z from 'zod/mini';
import { contentStatusSchema, endsAfterStart, publishingInput, publishingTimes } from '../content-status.ts';
import { articleText, dayInput, timestamp, words } from '../text.ts';
import { patchNoteSchema } from './patch-notes.schemas.ts';

/** What the editor writes. */
export const patchNoteTextSchema = z
  .object({
    version: words({ max: 40, message: 'Please give a version of at most 40 characters.' }),
    title: words({ max: 200, message: 'Please give a title of at most 200 characters.' }),
    /** Markdown. */
    body: articleText('Please write the text of the patch note.'),
    releaseDate: dayInput,
    status: z._default(contentStatusSchema, 'draft'),
    ...publishingInput,
    /** The version the editor read (`version` is the game's); without it, later changes are overwritten. */
    revision: z.optional(z.int()),
  })
  .check(endsAfterStart);

export const adminPatchNoteSchema = z.extend(patchNoteSchema, {
  status: contentStatusSchema,
  ...publishingTimes,
  createdAt: timestamp,
  updatedAt: timestamp,
  revision: z.int(),
});

export const adminPatchNoteItemSchema = z.omit(adminPatchNoteSchema, { body: true, bodyHtml: true });

export const adminPatchNoteListSchema = z.object({
  patchNotes: z.array(adminPatchNoteItemSchema),
  total: z.int(),
});

export type PatchNoteInput = z.infer<typeof patchNoteTextSchema>;
export type AdminPatchNote = z.infer<typeof adminPatchNoteSchema>;
export type AdminPatchNoteItem = z.infer<typeof adminPatchNoteItemSchema>;
