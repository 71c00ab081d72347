import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors/app-error.ts';
import type { UseAllowance } from '#platform/http/address-allowance.ts';
import {
  createPublicAnswer,
  type PublicAnswer,
  type PublicCache,
  REVALIDATED,
  sendPublicAnswer,
} from '#platform/http/public-cache.ts';
import type { PageRenderer, RenderedPage } from '#platform/pages/page-renderer.ts';
import { createInternalFetch } from '#app/internal-fetch.ts';
import { findPage, isListed, isSecret, pagePath } from './page-addresses.ts';
import { sendPlainPage } from './plain-page.ts';
import type { MayBePublished } from './published-records.ts';

const HTML = 'text/html; charset=utf-8';

/** `headers`: in place of those that every response has. */
type ServedPage = Omit<RenderedPage, 'styleHashes'> & Pick<PublicAnswer, 'headers'>;

const LOOPBACK = '127.0.0.1';

/** The longest time that a page is kept while it lacks something that the next try may bring. */
const INCOMPLETE_KEPT_SECONDS = 1;

export type PageSource = {
  cache: PublicCache;
  render: (...input: Parameters<PageRenderer['render']>) => Promise<ServedPage>;
  /** Part of the cache key: changes when pages look different although no content has changed. */
  version: () => string;
  mayBePublished: MayBePublished;
  /** Throws for an address that has had too many pages rendered. */
  useRenderAllowance: UseAllowance;
};

/** Serves a page for every address without another route. */
export async function servePageRoutes(app: FastifyInstance, source: PageSource): Promise<void> {
  const schema = { hide: true };
  app.get('/*', { schema }, async (request, reply) => {
    try {
      return await sendPage(app, source, request, reply);
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_many_requests')
        return sendBusyPage(request, reply, error.details.retryAfterSeconds ?? 1);
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
  { cache, render, version, mayBePublished, useRenderAllowance }: PageSource,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { url, ip } = request;
  const headers: Record<string, string> = isListed(url) ? {} : { 'x-robots-tag': 'noindex' };
  reply.headers(headers);
  if (isSecret(url)) reply.header('referrer-policy', 'no-referrer');
  const { address: shared, record, keptSeconds: ownSeconds } = findPage(url);
  const isRecord = record !== undefined && (await mayBePublished(record));
  const address = isRecord ? record.address : shared;
  const keyNow = () => JSON.stringify(['page', address, version()]);
  const key = keyNow();
  if (!cache.has(key)) useRenderAllowance(ip);
  const make = async (): Promise<PublicAnswer> => {
    // A refresh is on behalf of no visitor.
    const page = await render(address, createInternalFetch(app, ownSeconds === undefined ? ip : LOOPBACK));
    const answer = await createPublicAnswer(page.html, HTML, { status: page.status });
    const keptSeconds = page.isIncomplete ? INCOMPLETE_KEPT_SECONDS : ownSeconds;
    return {
      ...answer,
      ...(page.headers && { headers: page.headers }),
      ...(keptSeconds !== undefined && { keptMs: keptSeconds * 1000, isRefreshed: !page.isIncomplete }),
    };
  };
  const answer = await cache.getOrMake(key, make, isRecord ? 'open' : 'bounded');
  const isKept = answer.status < 500 && !isSecret(url);
  if (isKept && answer.status === 200)
    cache.rememberAddress(url, { key: keyNow, route: request.routeOptions.url ?? '', headers });
  return sendPublicAnswer(request, reply, answer, isKept ? REVALIDATED : 'no-store');
}

function sendBusyPage(request: FastifyRequest, reply: FastifyReply, seconds: number): FastifyReply {
  reply.header('retry-after', String(seconds));
  return sendPlainPage(request, reply, {
    status: 429,
    heading: 'Too many requests',
    text: `You have opened many pages in a short time. Please try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
  });
}

function sendFailurePage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPlainPage(request, reply, {
    status: 500,
    heading: 'Unexpected Application Error!',
    text: 'Something went wrong on our side. Please try again in a moment.',
  });
}
