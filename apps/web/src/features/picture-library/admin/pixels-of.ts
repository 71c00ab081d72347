import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';

/**
 * Width and height of a picture, measured here while the server hasn't measured it yet.
 *
 * @throws Error when the picture can't be loaded
 */
export async function pixelsOf({ url, width, height }: LibraryPicture) {
  if (width !== null && height !== null) return { width, height };
  const image = new Image();
  image.src = url;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}
