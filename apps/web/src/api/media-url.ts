import { API_BASE } from '@waygate/contract/endpoint';
import { pictureSrcSet } from '@waygate/contract/media/picture-widths';

const ABSOLUTE = /^([a-z][a-z\d+.-]*:|\/\/)/i;

export type PictureSources = { src: string; srcSet?: string; sizes?: string };

/** The address of an uploaded picture: relative ones are under the API base. */
export function mediaUrl(address: string): string {
  if (ABSOLUTE.test(address) || address.startsWith(`${API_BASE}/`)) return address;
  return `${API_BASE}/${address.replace(/^\/+/, '')}`;
}

/**
 * Where a picture is loaded from, for an `img` or a preload.
 *
 * @param sizes how wide it is shown, as the attribute of the same name
 */
export function pictureSources(address: string, sizes: string): PictureSources {
  const src = mediaUrl(address);
  const srcSet = pictureSrcSet(src);
  return srcSet === undefined ? { src } : { src, srcSet, sizes };
}
