import type { CallOutput } from '@waygate/contract/endpoint';
import { uploadImage } from '@waygate/contract/media/media.endpoints';
import { FILE_NAME_MAX } from '@waygate/contract/picture-library/picture-library.schemas';
import { call } from '#api/call.ts';

export type UploadedPicture = CallOutput<typeof uploadImage>;

export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif';

/** Uploads a picture to the library. */
export function uploadPicture(file: File): Promise<UploadedPicture> {
  return call(uploadImage, { body: { fileName: plainName(file.name) } }, { file });
}

/** As the library takes it: no control characters, and the end of a long name, which has its type. */
function plainName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(-FILE_NAME_MAX)
    .toWellFormed();
}
