import type { FastifyInstance } from 'fastify';
import type { UseAllowance } from '#platform/http/address-allowance.ts';
import { createPublicAnswer, sendPublicAnswer } from '#platform/http/public-cache.ts';
import { FEEDS } from './feeds.ts';
import type { Parts } from '#app/parts.ts';
import { serveSecurityTxt } from './security-txt.ts';
import { composeRobotsTxt, composeSitemap } from './sitemap.ts';

const RSS = 'application/rss+xml; charset=utf-8';
const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/**
 * Serves robots.txt, the sitemap, the feeds and security.txt.
 *
 * @param useAllowance counts what is composed and not taken from the cache, by the caller's address
 */
export async function serveCrawlerRoutes(
  app: FastifyInstance,
  { db, cache, config }: Pick<Parts, 'db' | 'cache' | 'config'>,
  useAllowance: UseAllowance,
): Promise<void> {
  const serve = (url: string, contentType: string, compose: () => Promise<string>, use = useAllowance) =>
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      if (!cache.has(url)) use(request.ip);
      const answer = await cache.getOrMake(url, async () => createPublicAnswer(await compose(), contentType));
      cache.rememberAddress(request.url, { key: () => url, route: url });
      return sendPublicAnswer(request, reply, answer);
    });

  // It costs nothing, and crawlers take a refusal for 'stay away from the whole site'.
  serve(
    '/robots.txt',
    TEXT,
    async () => composeRobotsTxt(config.publicOrigin),
    () => {},
  );
  serve('/sitemap.xml', XML, () => composeSitemap(db, config.publicOrigin));
  for (const { path, compose } of FEEDS) serve(path, RSS, () => compose(db, config));
  serveSecurityTxt(app, config);
}
