import path from 'node:path';
import { previewMarkdown, uploadImage } from '@waygate/contract/media/media.endpoints';
import { asStaff, audited, requireRight } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { createMarkdownRenderer } from '#platform/markdown/render-markdown.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { makePictureWidths } from '#features/media/job-definitions.ts';
import { pageAddress, storeWebp } from '#features/media/media.service.ts';
import { createPreviews } from './previews.ts';

/** For editors of all kinds of text: pictures and previews. */
export function mediaAdminRoutes(
  route: Route,
  { db, jobs, storage, pictures }: { db: Database; jobs: Jobs; storage: Storage; pictures: Pictures },
): void {
  route(uploadImage, async ({ body, upload, viewer, address }) => {
    const staff = { viewer, address };
    const { content, width, height } = await pictures.encode(upload, uploadImage.upload.field);
    // Checked before the file is stored too, since an unused file stays for a week.
    await requireRight(db, staff, uploadImage.access);
    const picture = await storeWebp({ db, storage }, content, { ...body, width, height });
    const url = pageAddress(picture);
    await asStaff(db, staff, uploadImage.access, async ({ tx }) => {
      await jobs.enqueue(tx, makePictureWidths, { name: path.basename(picture) });
      return audited({ kind: 'image.upload', target: url, after: { width, height } });
    });
    return { url, width, height };
  });

  const preview = createPreviews(createMarkdownRenderer());
  route(previewMarkdown, async ({ body, viewer }) => ({
    bodyHtml: await preview(viewer.accountId, body.body),
  }));
}
