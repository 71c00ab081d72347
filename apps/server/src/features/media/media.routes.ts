import type { FastifyInstance } from 'fastify';
import { API_BASE } from '@waygate/contract/endpoint';
import { notFound } from '#platform/errors/app-error.ts';
import { sendStoredFile } from '#platform/http/send-stored-file.ts';
import type { Storage } from '#platform/storage/storage.ts';

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** Names contain a hash of the content, so a name's content never changes. */
const MEDIA_NAME = /^[0-9a-f]{16,64}\.(webp|avif|jpg|png)$/;

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  // A file that contains a script cannot run it.
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  // Feed readers and chats embed these pictures in their own pages.
  'cross-origin-resource-policy': 'cross-origin',
};

/** Serves the uploaded pictures. */
export function mediaRoutes(app: FastifyInstance, { storage }: { storage: Storage }): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${API_BASE}/media/:name`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params;
      const contentType = TYPES[MEDIA_NAME.exec(name)?.[1] ?? ''];
      const file = contentType === undefined ? undefined : await storage.open(`media/${name}`);
      if (!file || contentType === undefined) throw notFound('There is no such picture.');
      return sendStoredFile(request, reply, { file, contentType, etag: `"${name}"`, headers: HEADERS });
    },
  });
}
