import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { createPreviewFinder } from '#features/media/media.ts';
import type { PagePreview } from '#platform/pages/page-renderer.ts';
import { withinTime } from '#platform/runtime/within-time.ts';
import type { Parts } from '#app/parts.ts';

/** A page doesn't wait longer for a slow storage. */
const WAIT_MS = 500;

const BRAND_PICTURE = /^\/brand\/([a-z]+-(?:portrait|landscape))\.avif$/;

/** Pages are kept without a preview once the storage has failed for so long. */
const FAILING_MS = 5 * 60_000;

const NONE: PagePreview = { css: '', isPending: false };

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
  let failingSince: number | undefined;
  const fail = (about: object): PagePreview => {
    log.warn(about, 'a page is sent without the preview of its picture');
    failingSince ??= performance.now();
    return { css: '', isPending: performance.now() - failingSince < FAILING_MS };
  };
  return async (address) => {
    const finding = find(address).catch((error: unknown) => ({ error }));
    const found = await withinTime(finding, WAIT_MS);
    if (!found) return fail({ reason: 'the storage is slow', address });
    if ('error' in found) return fail({ err: found.error, address });
    failingSince = undefined;
    return found;
  };
}

/** From the folder of the picture itself: an operator's picture never gets the preview of ours. */
async function readBrandPreview(folders: string[], name: string): Promise<Buffer | undefined> {
  for (const folder of folders) {
    if (!(await isFile(path.join(folder, `${name}.avif`)))) continue;
    const preview = path.join(folder, `${name}-preview.avif`);
    return (await isFile(preview)) ? readFile(preview) : undefined;
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
