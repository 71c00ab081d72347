import { previewMarkdown, uploadImage } from '@waygate/contract/media/media.endpoints';
import { recordAudit } from '#features/audit/audit.service.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { renderMarkdown } from '#platform/markdown/render-markdown.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { pageAddress, storeWebp } from './media.service.ts';

/** What editors of every kind of text need. */
export function mediaAdminRoutes(
  route: Route,
  { db, storage, pictures }: { db: Database; storage: Storage; pictures: Pictures },
): void {
  route(uploadImage, async ({ upload, viewer, address }) => {
    const { content, width, height } = await pictures.encode(upload, uploadImage.upload.field);
    const url = pageAddress(await storeWebp(storage, content));
    await db.transaction((tx) =>
      recordAudit(tx, { viewer, address }, { kind: 'image.upload', target: url, after: { width, height } }),
    );
    return { url, width, height };
  });

  route(previewMarkdown, async ({ body }) => ({ bodyHtml: await renderMarkdown(body.body) }));
}
