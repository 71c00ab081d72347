import type { FastifyInstance } from 'fastify';
import { notFound } from '#platform/errors/app-error.ts';
import { REVALIDATED } from '#platform/http/public-cache.ts';
import { sendStoredFile } from '#platform/http/send-stored-file.ts';
import { createStreamSlots, readInSlot } from '#platform/http/stream-slots.ts';
import { withinTime } from '#platform/runtime/within-time.ts';
import { DOWNLOADS_AT_ONCE, type StoredFile } from '#platform/storage/storage.ts';
import { clientFileKey, type ClientFileParts } from './client-file.ts';

/** A download waits at most this long for the checksum of a new file, then starts without an ETag. */
const WAIT_FOR_HASH_MS = 2000;

/**
 * Downloads at once for one network. Download managers open a few connections for one file, and households share an
 * address.
 */
const DOWNLOADS_PER_NETWORK = 8;

/**
 * Serves the launcher and its checksum. The two routes are fixed: no part of a request's address becomes a file path.
 */
export function downloadRoutes(
  app: FastifyInstance,
  { storage, config, hashFile, log, stalledMs }: ClientFileParts & { stalledMs?: number },
): void {
  const { launcherFile } = config;
  const key = clientFileKey(config);
  const takeSlot = createStreamSlots({ perNetwork: DOWNLOADS_PER_NETWORK, total: DOWNLOADS_AT_ONCE });
  const schema = { hide: true };

  const openLauncher = async (): Promise<StoredFile> => {
    const file = await storage.open(key);
    if (!file) throw notFound('The launcher is not available yet. Please try again later.');
    return file;
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: `/download/${launcherFile}`,
    schema,
    handler: async (request, reply) => {
      const file = await openLauncher();
      const computing = hashFile(key, file.version).catch(() => undefined);
      const hash = await withinTime(computing, WAIT_FOR_HASH_MS);
      return sendStoredFile(request, reply, {
        file: readInSlot(file, () => takeSlot(request.ip)),
        stalledMs,
        contentType: 'application/octet-stream',
        etag: hash ? `"${hash}"` : undefined,
        headers: {
          'cache-control': REVALIDATED,
          'content-disposition': `attachment; filename="${launcherFile}"`,
        },
      });
    },
  });

  app.get(`/download/${launcherFile}.sha256`, { schema }, async (_request, reply) => {
    const file = await openLauncher();
    await file.close();
    const hash = await hashFile(key, file.version);
    if (hash === undefined) throw notFound('The launcher is just being replaced. Please try again.');
    reply.header('cache-control', REVALIDATED).type('text/plain; charset=utf-8');
    // The format of sha256sum, so that `sha256sum -c` can check it.
    return `${hash}  ${launcherFile}\n`;
  });

  const hashAhead = async (): Promise<void> => {
    const file = await storage.open(key);
    if (!file) return;
    await file.close();
    await hashFile(key, file.version);
  };
  app.addHook('onReady', async () => {
    // Not awaited: the start of the portal must not wait for a checksum.
    hashAhead().catch((error: unknown) => log.warn({ err: error }, 'the launcher could not be read'));
  });
}
