import type { AdminGalleryPicture } from '@waygate/contract/home/home.admin.schemas';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import type { Fault } from '#features/admin/records/use-form.ts';

/** Queries to refetch after the gallery changed. */
export const GALLERY_KEYS = [['site', 'gallery'], ['audit']];

export type PictureTextForm = { alt: string; caption: string };

/** `imageUrl` is '' until a picture is uploaded. */
export type NewPictureForm = PictureTextForm & { imageUrl: string };

export const BLANK_PICTURE: NewPictureForm = { imageUrl: '', alt: '', caption: '' };

export const COMPARED_TEXTS: ConflictField<PictureTextForm>[] = [
  { label: 'Description', value: ({ alt }) => alt },
  { label: 'Caption', value: ({ caption }) => caption || 'None' },
];

export function pictureTextOf({ alt, caption }: AdminGalleryPicture): PictureTextForm {
  return { alt, caption };
}

/** The text of a request body; pasted line breaks become spaces. */
export function pictureTextBodyOf({ alt, caption }: PictureTextForm): PictureTextForm {
  return { alt: inOneLine(alt), caption: inOneLine(caption) };
}

/** What is missing; undefined when nothing is. */
export function findPictureFault(form: PictureTextForm & { imageUrl?: string }): Fault | undefined {
  const fields = {
    ...(form.imageUrl === '' && { imageUrl: 'Please upload a picture.' }),
    ...(form.alt.trim() === '' && { alt: 'Please describe the picture, for those who cannot see it.' }),
  };
  const messages = Object.values(fields);
  const [message] = messages;
  if (message === undefined) return undefined;
  return {
    message: messages.length > 1 ? `${messages.length} fields need your attention.` : message,
    fields,
  };
}
