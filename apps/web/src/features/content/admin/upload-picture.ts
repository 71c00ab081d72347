import { uploadImage } from '@waygate/contract/media/media.endpoints';
import { call } from '#api/call.ts';

/** Uploads a picture and returns its address. */
export async function uploadPicture(file: File): Promise<string> {
  const { url } = await call(uploadImage, {}, { file });
  return url;
}
