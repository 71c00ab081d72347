import { holds } from '@waygate/contract/permissions';
import {
  type LibraryPicture,
  PICTURE_USE_SECTIONS,
  type PictureUse,
} from '@waygate/contract/picture-library/picture-library.schemas';
import { pageAddress } from '#features/media/media.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { PictureRow, PictureUseRow } from './picture-library.queries.ts';

/** A picture of the library, with the titles that this viewer may read. */
export function presentPicture(
  viewer: Viewer,
  { uploadedAt, uploadedMicros: _micros, ...picture }: PictureRow,
  uses: PictureUseRow[],
): LibraryPicture {
  return {
    ...picture,
    url: pageAddress(`/media/${picture.name}`),
    uploadedAt: uploadedAt.toISOString(),
    uses: uses.map((use) => presentUse(viewer, use)),
    useCount: uses[0]?.useCount ?? 0,
  };
}

function presentUse(viewer: Viewer, { kind, id, title }: PictureUseRow): PictureUse {
  return { kind, id, title: holds(viewer, PICTURE_USE_SECTIONS[kind]) ? title : null };
}

/** The place that a page ended with, for the next one's `before`. */
export function presentPlace({ uploadedMicros, name }: PictureRow): string {
  return `${uploadedMicros}~${name}`;
}
