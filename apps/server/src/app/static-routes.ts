import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#platform/errors/app-error.ts';
import { sendPublicAnswer } from '#platform/http/public-cache.ts';
import { createStaticFiles, type FindStaticFile } from '#platform/http/static-files.ts';

/** The build puts a hash of the content into the name. */
const A_YEAR = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

/**
 * Serves the web package's own files, and its brand pictures unless the operator has others.
 *
 * @param brandFolder the operator's pictures and style sheet
 */
export async function serveStaticRoutes(
  app: FastifyInstance,
  { clientFolder, brandFolder }: { clientFolder: string; brandFolder: string },
): Promise<void> {
  const findAsset = createStaticFiles([path.join(clientFolder, 'assets')]);
  const findBrand = createStaticFiles([brandFolder, path.join(clientFolder, 'brand')]);
  const schema = { hide: true };
  app.get<{ Params: { '*': string } }>('/assets/*', { schema }, (request, reply) =>
    sendFile(request, reply, { find: findAsset, name: request.params['*'], cacheControl: A_YEAR }),
  );
  app.get<{ Params: { '*': string } }>('/brand/*', { schema }, (request, reply) =>
    sendFile(request, reply, { find: findBrand, name: request.params['*'], cacheControl: AN_HOUR }),
  );
  app.get('/favicon.ico', { schema }, (request, reply) =>
    sendFile(request, reply, { find: findBrand, name: 'favicon.ico', cacheControl: AN_HOUR }),
  );
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
