/** Of a file field for pictures. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif';

export const PICTURE_HINT = 'JPEG, PNG, WebP or AVIF, at most 5 MB.';

const MAX_BYTES = 5 * 1024 * 1024;

/** Why the server would refuse a picture, before it is sent; '' when it may take it. */
export function pictureFault({ size }: File): string {
  return size > MAX_BYTES ? 'This file is too large. Please choose one of at most 5 MB.' : '';
}
