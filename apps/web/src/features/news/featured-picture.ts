import type { NewsItem } from '@waygate/contract/news/news.schemas';
import { type PictureSources, pictureSources } from '#api/media-url.ts';

const DEFAULT_PICTURE = '/brand/community-landscape.avif';
const SIZES = '(width >= 62rem) min(57.5vw, 44rem), 92vw';

/** The picture of the newest article. */
export function featuredPicture({ imageUrl }: NewsItem): PictureSources {
  return imageUrl ? pictureSources(imageUrl, SIZES) : { src: DEFAULT_PICTURE };
}
