import * as z from 'zod/mini';

export const PATCH_NOTES_LIST_LIMIT = 15;

export const patchNoteItemSchema = z.object({
  id: z.int(),
  version: z.string(),
  title: z.string(),
  /** YYYY-MM-DD, a day without a zone. */
  releaseDate: z.iso.date(),
});

export const patchNoteSchema = z.extend(patchNoteItemSchema, {
  /** Markdown as written. */
  body: z.string(),
  /** The same, rendered and sanitised when it was saved. */
  bodyHtml: z.string(),
});

export const patchNotesListSchema = z.object({ patchNotes: z.array(patchNoteItemSchema), total: z.int() });

export type PatchNoteItem = z.infer<typeof patchNoteItemSchema>;
export type PatchNote = z.infer<typeof patchNoteSchema>;
