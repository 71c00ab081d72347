import * as z from 'zod/mini';
import type { Section } from '../permissions.ts';
import { line, timestamp } from '../text.ts';

/** The sections whose staff upload pictures for texts. They share one library. */
export const PICTURE_WRITERS = ['news', 'patchNotes', 'products', 'site'] as const satisfies Section[];

/** An unused picture that nobody keeps is deleted so many days after its last upload. */
export const UNUSED_PICTURE_DAYS = 7;

export const PICTURE_LIST_LIMIT = 24;

/** At most so many uses of a picture are listed. */
export const PICTURE_USES_SHOWN = 5;

export const FILE_NAME_MAX = 200;
export const PICTURE_ALT_MAX = 300;

const ALT_MESSAGE = `Please describe the picture in at most ${PICTURE_ALT_MAX} characters, on one line.`;

/** What uses a picture, and the section that its page belongs to. */
export const PICTURE_USE_SECTIONS = {
  article: 'news',
  patchNote: 'patchNotes',
  product: 'products',
  productCategory: 'products',
  reward: 'twitchDrops',
  gallery: 'site',
} as const satisfies Record<string, Section>;

export type PictureUseKind = keyof typeof PICTURE_USE_SECTIONS;

// The record's own keys.
const useKindSchema = z.enum(Object.keys(PICTURE_USE_SECTIONS) as PictureUseKind[]);

export const pictureUseSchema = z.object({
  kind: useKindSchema,
  id: z.int(),
  /** Null for a record of a section that the viewer doesn't have. */
  title: z.nullable(z.string()),
});

export const libraryPictureSchema = z.object({
  /** Of its file, such as `0123456789abcdef0123456789abcdef.webp`. */
  name: z.string(),
  /** For pages and texts. */
  url: z.string(),
  /** Of the first upload; '' if unknown. */
  fileName: z.string(),
  /** The alternative text that editors insert with it; '' for none. */
  alt: z.string(),
  /** In pixels and bytes of the stored file; null until it is measured. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
  /** When it was last uploaded. */
  uploadedAt: timestamp,
  /** Whether it stays although nothing uses it. */
  isKept: z.boolean(),
  /** Up to `PICTURE_USES_SHOWN`. */
  uses: z.array(pictureUseSchema),
  useCount: z.int(),
});

export const pictureListSchema = z.object({
  pictures: z.array(libraryPictureSchema),
  /** The next page's `before`; null on the last one. */
  before: z.nullable(z.string()),
});

const NAME_MESSAGE = 'There is no such picture.';

/** The file name of a picture that texts may share. */
export const pictureName = z.string(NAME_MESSAGE).check(z.regex(/^[0-9a-f]{32}\.webp$/, NAME_MESSAGE));

const BEFORE_MESSAGE = 'Please give the place that the last page ended with.';
const PLACE = /^(\d{15,16})~([0-9a-f]{32}\.webp)$/;

/** A place in the list: the last picture's upload in microseconds since 1970, and its name. */
export type PicturePlace = { uploadedMicros: number; name: string };

export const picturePlace = z.pipe(
  z.string(BEFORE_MESSAGE).check(z.regex(PLACE, BEFORE_MESSAGE)),
  z.transform((text: string): PicturePlace => {
    const [, micros, name = ''] = PLACE.exec(text) ?? [];
    return { uploadedMicros: Number(micros), name };
  }),
);

/** What changes; what is left out stays. */
export const pictureChangesSchema = z.object({
  alt: z.optional(line({ max: PICTURE_ALT_MAX, message: ALT_MESSAGE }).check(z.trim())),
  isKept: z.optional(z.boolean('Please say whether the picture is kept.')),
});

export type LibraryPicture = z.infer<typeof libraryPictureSchema>;
export type PictureUse = z.infer<typeof pictureUseSchema>;
export type PictureChanges = z.infer<typeof pictureChangesSchema>;
