import { previewMarkdown, uploadImage } from '@waygate/contract/media/media.endpoints';
import { requireSection, recordAudit, type Staff } from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { createMarkdownRenderer } from '#platform/markdown/render-markdown.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { pageAddress, storeWebp } from '#features/media/media.service.ts';
import { createPreviews } from './previews.ts';

/** What editors of every kind of text need. */
export function mediaAdminRoutes(
  route: Route,
  { db, storage, pictures }: { db: Database; storage: Storage; pictures: Pictures },
): void {
  route(uploadImage, async ({ upload, viewer, address }) => {
    const staff = { viewer, address };
    const { content, width, height } = await pictures.encode(upload, uploadImage.upload.field);
    // Before the file too, which stays for a week.
    await db.transaction((tx) => requireEditor(tx, staff));
    const url = pageAddress(await storeWebp({ db, storage }, content));
    await db.transaction(async (tx) => {
      await requireEditor(tx, staff);
      await recordAudit(tx, staff, { kind: 'image.upload', target: url, after: { width, height } });
    });
    return { url, width, height };
  });

  const preview = createPreviews(createMarkdownRenderer());
  route(previewMarkdown, async ({ body, viewer }) => ({
    bodyHtml: await preview(viewer.accountId, body.body),
  }));
}

function requireEditor(tx: Transaction, staff: Staff): Promise<void> {
  return requireSection(tx, staff, ...uploadImage.access.anyOf);
}
