import { API_BASE } from '../endpoint.ts';

/** Widths in pixels that an uploaded picture is kept in, in addition to its own. A narrower picture is never enlarged. */
export const PICTURE_WIDTHS = [480, 720, 1080, 1600] as const;

const PICTURE = new RegExp(String.raw`^(${API_BASE}/media/[0-9a-f]{16,64})\.webp$`);

/** The `srcset` of an uploaded picture; undefined for pictures of other origins. */
export function pictureSrcSet(address: string): string | undefined {
  const [, base] = PICTURE.exec(address) ?? [];
  return base && PICTURE_WIDTHS.map((width) => `${base}-${width}.avif ${width}w`).join(', ');
}
