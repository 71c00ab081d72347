import * as z from 'zod/mini';
import { idParam, plainText, timestamp } from '../text.ts';

/** As many revisions of each text are kept. */
export const REVISIONS_KEPT = 50;

const TARGET_MESSAGE = "Give the id of a text, or 'new'.";

/** The text that a draft is of; 0 for 'new', one that isn't created yet. */
const draftTarget = z.union(
  [
    z.pipe(
      z.literal('new'),
      z.transform(() => 0),
    ),
    idParam,
  ],
  TARGET_MESSAGE,
);

export const draftParams = z.object({ id: draftTarget });

const CHANGES_MESSAGE = 'A draft has up to 30 fields of text.';

/** The changed fields of the editor's form, by their names in it. */
const draftChanges = z
  .record(
    z.string(CHANGES_MESSAGE).check(z.regex(/^[a-z][a-zA-Z]{0,39}$/, CHANGES_MESSAGE)),
    plainText(CHANGES_MESSAGE),
    CHANGES_MESSAGE,
  )
  .check(z.refine((changes) => Object.keys(changes).length <= 30, CHANGES_MESSAGE));

const REVISION_MESSAGE = "The revision must be the text's revision or null.";

export const draftInput = z.object({
  changes: draftChanges,
  /** The revision that they were typed over; null for a new text. */
  revision: z.nullable(
    z.int(REVISION_MESSAGE).check(z.minimum(0, REVISION_MESSAGE), z.maximum(2_147_483_647, REVISION_MESSAGE)),
  ),
});

export const savedDraftSchema = z.object({ savedAt: timestamp });

export const draftSchema = z.object({
  /** Null: the caller has none. */
  draft: z.nullable(z.extend(draftInput, { savedAt: timestamp })),
});

export const revisionParams = z.object({ id: idParam, revision: idParam });

/** Of what there is one of, such as the site settings. */
export const onlyRevisionParams = z.object({ revision: idParam });

const revisionItemSchema = z.object({
  revision: z.int(),
  /** Null: from before revisions were kept, or of a deleted account. */
  author: z.nullable(z.string()),
  savedAt: timestamp,
});

/** Newest first. The first is the text as it is now, once it was saved with revisions kept. */
export const revisionListSchema = z.object({ revisions: z.array(revisionItemSchema) });

export const revisionSchema = z.extend(revisionItemSchema, {
  /** What staff write, by the names of the API. */
  fields: z.record(z.string(), z.nullable(z.string())),
});

export const restoreInput = z.object({
  /** The version the editor read; without it, later changes are overwritten. */
  revision: z.optional(z.int()),
});

export type DraftInput = z.infer<typeof draftInput>;
export type SavedDraft = z.infer<typeof draftSchema>['draft'];
export type RevisionItem = z.infer<typeof revisionItemSchema>;
export type Revision = z.infer<typeof revisionSchema>;
