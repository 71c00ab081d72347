import { API_BASE } from '@waygate/contract/endpoint';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { previewKey, readStored } from './picture-widths.service.ts';
import { createWidthRequests } from './width-requests.ts';

const PICTURE = new RegExp(String.raw`^${API_BASE}/media/([0-9a-f]{16,64}\.webp)$`);

/** Pages stop waiting for a preview that isn't made in this time, as when no worker runs. */
const PENDING_MS = 5 * 60_000;

export type FoundPreview = {
  /** AVIF; undefined where there is none. */
  preview?: Buffer | undefined;
  /** Whether it is about to be made. */
  isPending: boolean;
};

const NONE: FoundPreview = { isPending: false };

/**
 * Finds the preview of an uploaded picture by its address on pages. One that isn't made yet is requested: pictures of
 * older releases and of the demo come without.
 */
export function createPreviewFinder({
  db,
  jobs,
  storage,
}: {
  db: Database;
  jobs: Jobs;
  storage: Storage;
}): (address: string) => Promise<FoundPreview> {
  const requestWidths = createWidthRequests(db, jobs);
  // There are as many as stored pictures that pages show first.
  const pendingSince = new Map<string, number>();
  return async (address) => {
    const [, name] = PICTURE.exec(address) ?? [];
    if (name === undefined) return NONE;
    const preview = await readStored(storage, previewKey(name));
    if (preview) {
      pendingSince.delete(name);
      return { preview: preview.length > 0 ? preview : undefined, isPending: false };
    }
    const original = await storage.open(`media/${name}`);
    if (!original) return NONE;
    await original.close();
    // A page doesn't wait for the database.
    void requestWidths(name);
    const since = pendingSince.get(name) ?? performance.now();
    pendingSince.set(name, since);
    return { isPending: performance.now() - since < PENDING_MS };
  };
}
