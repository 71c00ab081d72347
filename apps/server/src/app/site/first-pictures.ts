import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createPreviewFinder } from '#features/media/media.ts';
import type { PagePreview } from '#platform/pages/page-renderer.ts';
import { withinTime } from '#platform/runtime/within-time.ts';
import type { Parts } from '#app/parts.ts';

/** A page doesn't wait longer for a slow storage. */
const WAIT_MS = 500;

const BRAND_PICTURE = /^\/brand\/([a-z]+-(?:portrait|landscape))\.avif$/;

const NONE: PagePreview = { css: '', isPending: false };
const LATER: PagePreview = { css: '', isPending: true };

type FirstPictureParts = Pick<Parts, 'db' | 'jobs' | 'storage' | 'log'>;

/**
 * Finds the rule that shows the preview of a picture: the background of an uploaded picture's `img`, and for one of the
 * brand's pictures the property with its name, such as `--start-portrait`, which style sheets use behind it.
 *
 * @param brandFolders in which pictures of the brand are looked for, in this order
 */
export function createFirstPictures(
  { db, jobs, storage, log }: FirstPictureParts,
  brandFolders: string[],
): (address: string) => Promise<PagePreview> {
  const findUploaded = createPreviewFinder({ db, jobs, storage });
  const find = async (address: string): Promise<PagePreview> => {
    const [, brandName] = BRAND_PICTURE.exec(address) ?? [];
    if (brandName !== undefined) {
      const preview = await readBrandPreview(brandFolders, brandName);
      return preview ? { css: `:root{--${brandName}:${dataUrl(preview)}}`, isPending: false } : NONE;
    }
    const { preview, isPending } = await findUploaded(address);
    // Only addresses of uploaded pictures have one, which need no escaping.
    const css = preview ? `img[src="${address}"]{background:${dataUrl(preview)} center/cover}` : '';
    return { css, isPending };
  };
  const warn = (about: object) => {
    log.warn(about, 'a page is sent without the preview of its picture');
    return LATER;
  };
  return async (address) => {
    const finding = find(address).catch((error: unknown) => warn({ err: error, address }));
    return (await withinTime(finding, WAIT_MS)) ?? warn({ reason: 'the storage is slow', address });
  };
}

/** From the folder of the picture itself: an operator's picture never gets the preview of ours. */
async function readBrandPreview(folders: string[], name: string): Promise<Buffer | undefined> {
  for (const folder of folders) {
    if (await isFile(path.join(folder, `${name}.avif`)))
      return readFile(path.join(folder, `${name}-preview.avif`)).catch(() => undefined);
  }
  return undefined;
}

async function isFile(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() ?? false;
}

function dataUrl(avif: Buffer): string {
  return `url(data:image/avif;base64,${avif.toString('base64')})`;
}
