import type { FastifyInstance } from 'fastify';
import { API_BASE } from '@waygate/contract/endpoint';
import { PICTURE_WIDTHS } from '@waygate/contract/media/picture-widths';
import type { Database } from '#platform/db/database.ts';
import { type AppError, notFound } from '#platform/errors/app-error.ts';
import { type SentFile, sendStoredFile } from '#platform/http/send-stored-file.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createWidthRequests } from './width-requests.ts';

type MediaParts = { db: Database; jobs: Jobs; storage: Storage };

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** Names contain a hash of the content, so a name's content never changes. */
const MEDIA_NAME = /^[0-9a-f]{16,64}\.(webp|avif|jpg|png)$/;

/** A width of a picture, with the picture's own name. */
const WIDTH_NAME = new RegExp(String.raw`^([0-9a-f]{16,64})-(?:${PICTURE_WIDTHS.join('|')})\.avif$`);

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  // A file that contains a script cannot run it.
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  // Feed readers and chats embed these pictures in their own pages.
  'cross-origin-resource-policy': 'cross-origin',
};

/** The picture's own file stands in for a width that isn't made yet, for this time. */
const STAND_IN_HEADERS = { ...HEADERS, 'cache-control': 'public, max-age=60' };

/** Serves the uploaded pictures and their widths. */
export function mediaRoutes(app: FastifyInstance, { db, jobs, storage }: MediaParts): void {
  const requestWidths = createWidthRequests(db, jobs);
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${API_BASE}/media/:name`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params;
      const [, base] = WIDTH_NAME.exec(name) ?? [];
      if (base === undefined && !MEDIA_NAME.test(name)) throw missing();
      const picture = await openPicture(storage, name);
      if (picture) return sendStoredFile(request, reply, picture);
      if (base === undefined) throw missing();
      const original = `${base}.webp`;
      const standIn = await openPicture(storage, original);
      if (!standIn) throw missing();
      // A picture doesn't wait for the database.
      void requestWidths(original);
      return sendStoredFile(request, reply, { ...standIn, headers: STAND_IN_HEADERS });
    },
  });
}

async function openPicture(storage: Storage, name: string): Promise<SentFile | undefined> {
  const contentType = TYPES[name.slice(name.lastIndexOf('.') + 1)];
  const file = contentType === undefined ? undefined : await storage.open(`media/${name}`);
  return file && contentType !== undefined
    ? { file, contentType, etag: `"${name}"`, headers: HEADERS }
    : undefined;
}

function missing(): AppError {
  return notFound('There is no such picture.');
}
