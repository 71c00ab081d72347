import { API_BASE } from '@waygate/contract/endpoint';
import { pictureSrcSet } from '@waygate/contract/media/picture-widths';

const ABSOLUTE = /^([a-z][a-z\d+.-]*:|\/\/)/i;

/** Lengths of a `sizes`, except those of its media conditions, where rem means the same as in style sheets. */
const REM = /(\([^()]*[<>:][^()]*\))|([\d.]+)rem/g;

/** How large 1rem of the style sheets is: `base.css` lets it grow with the window, in `sizes` it doesn't. */
export const GROWN_REM = 'clamp(1rem, 0.11rem + 0.79vw, 1.375rem)';

export type PictureSources = { src: string; srcSet?: string; sizes?: string };

/** The address of an uploaded picture: relative ones are under the API base. */
export function mediaUrl(address: string): string {
  if (ABSOLUTE.test(address) || address.startsWith(`${API_BASE}/`)) return address;
  return `${API_BASE}/${address.replace(/^\/+/, '')}`;
}

/**
 * Where a picture is loaded from, for an `img` or a preload.
 *
 * @param sizes how wide it is shown, as the attribute of the same name; rem means what it means in style sheets
 */
export function pictureSources(address: string, sizes: string): PictureSources {
  const src = mediaUrl(address);
  const srcSet = pictureSrcSet(src);
  return srcSet === undefined ? { src } : { src, srcSet, sizes: grown(sizes) };
}

function grown(sizes: string): string {
  return sizes.replace(REM, (found, condition: string | undefined, length: string) =>
    condition === undefined ? `calc(${length} * ${GROWN_REM})` : found,
  );
}
