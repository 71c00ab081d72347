import { createHash } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#platform/errors/app-error.ts';
import { REVALIDATED, sendPublicAnswer } from '#platform/http/public-cache.ts';
import { sendStoredFile } from '#platform/http/send-stored-file.ts';
import { createStaticFiles, type FindStaticFile } from '#platform/http/static-files.ts';
import type { Storage, StoredFile } from '#platform/storage/storage.ts';

/** The build puts a content hash into each name. */
const A_YEAR = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
const PRODUCT_PICTURE = /^[1-9]\d{0,9}\.png$/;

/**
 * Serves the web package's files. The operator's brand files take precedence over the package's.
 *
 * @param brandFolder the operator's pictures and style sheet
 * @param storage holds product pictures as `products/{id}.png`
 */
export async function serveStaticRoutes(
  app: FastifyInstance,
  { clientFolder, brandFolder, storage }: { clientFolder: string; brandFolder: string; storage: Storage },
): Promise<void> {
  const findAsset = createStaticFiles([path.join(clientFolder, 'assets')]);
  const findBrand = createStaticFiles([brandFolder, path.join(clientFolder, 'brand')]);
  const schema = { hide: true };
  app.get<{ Params: { '*': string } }>('/assets/*', { schema }, (request, reply) =>
    sendFile(request, reply, { find: findAsset, name: request.params['*'], cacheControl: A_YEAR }),
  );
  app.get<{ Params: { name: string } }>('/assets/images/shop/:name', { schema }, async (request, reply) => {
    const { name } = request.params;
    const file = PRODUCT_PICTURE.test(name) ? await storage.open(`products/${name}`) : undefined;
    if (file) return sendPicture(request, reply, file);
    const ofBuild = { find: findAsset, name: `images/shop/${name}`, cacheControl: AN_HOUR };
    if (!PRODUCT_PICTURE.test(name) || (await findAsset(ofBuild.name)))
      return sendFile(request, reply, ofBuild);
    // Without scripts nothing else would stand in for it. It's not kept, because the product may get a picture.
    return sendFile(request, reply, {
      ...ofBuild,
      name: 'images/shop/default.png',
      cacheControl: REVALIDATED,
    });
  });
  app.get<{ Params: { '*': string } }>('/brand/*', { schema }, (request, reply) =>
    sendFile(request, reply, { find: findBrand, name: request.params['*'], cacheControl: AN_HOUR }),
  );
  app.get('/favicon.ico', { schema }, (request, reply) =>
    sendFile(request, reply, { find: findBrand, name: 'favicon.ico', cacheControl: AN_HOUR }),
  );
}

function sendPicture(request: FastifyRequest, reply: FastifyReply, file: StoredFile): Promise<FastifyReply> {
  const etag = `"${createHash('sha256').update(file.version).digest('base64url')}"`;
  const headers = { 'cache-control': AN_HOUR, 'content-security-policy': "default-src 'none'; sandbox" };
  return sendStoredFile(request, reply, { file, contentType: 'image/png', etag, headers });
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { find, name, cacheControl }: { find: FindStaticFile; name: string; cacheControl: string },
): Promise<FastifyReply> {
  const answer = await find(name);
  if (!answer) throw notFound('There is no such file.');
  return sendPublicAnswer(request, reply, answer, cacheControl);
}
