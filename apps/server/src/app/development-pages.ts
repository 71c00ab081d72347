import { readFile } from 'node:fs/promises';
import path from 'node:path';
import middie from '@fastify/middie';
import type { FastifyInstance } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import { WEB_ROOT } from '#platform/files/package-root.ts';
import { createPublicCache } from '#platform/http/public-cache.ts';
import { fillTemplate, type RenderRoute } from '#platform/pages/page-renderer.ts';
import type { ServePages } from './build-app.ts';
import { serveCrawlerRoutes } from './site/crawler-routes.ts';
import { type PageSource, servePageRoutes } from './site/page-routes.ts';
import { createMayBePublished } from './site/published-records.ts';
import type { Parts } from './parts.ts';
import { describeSite } from './site/site.ts';
import { serveStaticRoutes } from './site/static-routes.ts';
import { createThemeLink } from './site/theme-link.ts';

/** On a developer's machine there is nobody to protect it from. */
const allowAll = () => {};

/** Serves the pages from the web package's sources through Vite, with hot reload. */
export async function createDevelopmentPages(parts: Parts): Promise<ServePages> {
  const brandFolder = path.join(parts.config.dataDir, 'brand');
  const themeLink = await createThemeLink(path.join(brandFolder, 'theme.css'));
  return {
    inlineScriptHashes: [],
    isDevelopment: true,
    register: async (app) => {
      const vite = await startVite(app);
      const clientFolder = path.join(WEB_ROOT, 'public');
      await serveStaticRoutes(app, { clientFolder, brandFolder, storage: parts.storage });
      await serveCrawlerRoutes(app, parts, allowAll);
      const render = createDevelopmentRender(vite, parts, themeLink);
      // A new cache stores nothing until it is set reliable: the code may change between requests.
      const cache = createPublicCache();
      await servePageRoutes(app, {
        cache,
        render,
        version: themeLink,
        mayBePublished: createMayBePublished({ db: parts.db, cache }),
        useRenderAllowance: allowAll,
      });
    },
  };
}

async function startVite(app: FastifyInstance): Promise<ViteDevServer> {
  const vite = await createServer({
    root: WEB_ROOT,
    configFile: path.join(WEB_ROOT, 'vite.config.ts'),
    appType: 'custom',
    // Brand pictures are served by the portal's route, which prefers the operator's files.
    publicDir: false,
    server: { middlewareMode: true, hmr: { server: app.server } },
    logLevel: 'warn',
  });
  await app.register(middie);
  app.use(vite.middlewares);
  // In preClose, because the server then waits for its connections, and hot reload keeps one open.
  app.addHook('preClose', () => vite.close());
  return vite;
}

function createDevelopmentRender(
  vite: ViteDevServer,
  { config }: Parts,
  headEnd: () => string,
): PageSource['render'] {
  const site = describeSite(config);
  return async (pagePath, fetch) => {
    try {
      const source = await readFile(path.join(WEB_ROOT, 'index.html'), 'utf8');
      const template = await vite.transformIndexHtml(pagePath, source);
      const entry = await vite.ssrLoadModule('/src/app/entry-server.tsx');
      // The web package's server entry exports it, as in page-renderer.ts.
      const renderRoute = entry.renderRoute as RenderRoute;
      const { status, isIncomplete, ...route } = await renderRoute({ path: pagePath, site, fetch });
      const html = fillTemplate(template, { ...route, headEnd: headEnd(), bodyEnd: '' });
      return { status, isIncomplete, html };
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      throw error;
    }
  };
}
