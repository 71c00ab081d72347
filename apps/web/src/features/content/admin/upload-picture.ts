import { uploadImage } from '@waygate/contract/media/media.endpoints';
import { call } from '#api/call.ts';

/** Keeps a picture; answers its address. */
export async function uploadPicture(file: File): Promise<string> {
  const { url } = await call(uploadImage, {}, { file });
  return url;
}
