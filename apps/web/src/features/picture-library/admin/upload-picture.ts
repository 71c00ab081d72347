import type { CallOutput } from '@waygate/contract/endpoint';
import { uploadImage } from '@waygate/contract/media/media.endpoints';
import { FILE_NAME_MAX } from '@waygate/contract/picture-library/picture-library.schemas';
import { call } from '#api/call.ts';
import { pictureFault } from '#ui/admin/fields/picture-files.ts';

export type UploadedPicture = CallOutput<typeof uploadImage>;

/**
 * Uploads a picture to the library.
 *
 * @throws Error for one that is too large; ApiError
 */
export async function uploadPicture(file: File): Promise<UploadedPicture> {
  const fault = pictureFault(file);
  if (fault) throw new Error(fault);
  return call(uploadImage, { body: { fileName: plainName(file.name) } }, { file });
}

/** As the library takes it: no control characters, and the end of a long name, which has its type. */
function plainName(name: string): string {
  return name
    .replaceAll(/\p{Cc}/gu, '')
    .slice(-FILE_NAME_MAX)
    .toWellFormed();
}
