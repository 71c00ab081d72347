import * as z from 'zod/mini';

export const PATCH_NOTES_LIST_LIMIT = 15;

export const patchNoteItemSchema = z.object({
  id: z.int(),
  version: z.string(),
  title: z.string(),
  /** YYYY-MM-DD, a day without a zone. */
  releaseDate: z.iso.date(),
  /** How its text begins; empty for a text without a sentence. */
  summary: z.string(),
  /** How many items its lists name, by what they are. */
  changes: z.object({ new: z.int(), changed: z.int(), fixed: z.int() }),
});

export const patchNoteSchema = z.extend(patchNoteItemSchema, {
  /** Markdown as written. */
  body: z.string(),
  /** The same, rendered and sanitised when it was saved. */
  bodyHtml: z.string(),
});

/** A patch note as it is read, with the release before it; null for the first. */
export const readPatchNoteSchema = z.extend(patchNoteSchema, { next: z.nullable(patchNoteItemSchema) });

export const patchNotesListSchema = z.object({ patchNotes: z.array(patchNoteItemSchema), total: z.int() });

export type PatchNoteItem = z.infer<typeof patchNoteItemSchema>;
export type PatchNote = z.infer<typeof patchNoteSchema>;
export type ReadPatchNote = z.infer<typeof readPatchNoteSchema>;
