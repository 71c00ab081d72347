import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  createPublicAnswer,
  type PublicAnswer,
  type PublicCache,
  REVALIDATED,
  sendPublicAnswer,
} from '#platform/http/public-cache.ts';
import type { PageRenderer } from '#platform/pages/page-renderer.ts';
import { createInternalFetch } from '#app/internal-fetch.ts';
import { isKnownPage, isListed, isSecret, pageAddress, pagePath } from './page-addresses.ts';

const HTML = 'text/html; charset=utf-8';

export type PageSource = {
  cache: PublicCache;
  render: PageRenderer['render'];
  /** Part of the cache key: changes when pages look different although no content has changed. */
  version: () => string;
};

/** Serves a page for every address without another route. */
export async function servePageRoutes(app: FastifyInstance, source: PageSource): Promise<void> {
  const schema = { hide: true };
  app.get('/*', { schema }, async (request, reply) => {
    try {
      return await sendPage(app, source, request, reply);
    } catch (error) {
      request.log.error({ err: error }, 'page could not be rendered');
      return sendFailurePage(request, reply);
    }
  });
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/*',
    schema,
    // A form submitted without JavaScript comes here. Redirects before the body is read.
    onRequest: async (request, reply) => reply.redirect(pagePath(request.url), 303),
    handler: async () => {},
  });
}

async function sendPage(
  app: FastifyInstance,
  { cache, render, version }: PageSource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = pagePath(request.url);
  const address = pageAddress(request.url);
  const make = async (): Promise<PublicAnswer> => {
    const { status, html, redirectTo } = await render(address, createInternalFetch(app, request.ip));
    // Secret pages are not cached, and compressing costs more than rendering.
    const answer = await createPublicAnswer(html, HTML, { status, isCompressible: !isSecret(path) });
    return redirectTo === undefined ? answer : { ...answer, location: redirectTo };
  };
  if (!isListed(path)) reply.header('x-robots-tag', 'noindex');
  if (isSecret(path)) {
    reply.header('referrer-policy', 'no-referrer');
    return sendPublicAnswer(request, reply, await make(), 'no-store');
  }
  const key = JSON.stringify(['page', address, version()]);
  const answer = await cache.getOrMake(key, make, isKnownPage(path) ? 'bounded' : 'open');
  return sendPublicAnswer(request, reply, answer, answer.status < 500 ? REVALIDATED : 'no-store');
}

/** Plain HTML on purpose: whatever a styled page needs may be what has just failed. */
function sendFailurePage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Unexpected Application Error!</title>
<h1>Unexpected Application Error!</h1>
<p>Something went wrong on our side. Please try again in a moment.</p>
<p><a href="/">Go Back Home</a></p>
<p><small>Request ${request.id}</small></p>
</html>
`;
  return reply.status(500).headers({ 'cache-control': 'no-store' }).type(HTML).send(html);
}
