import { existsSync } from 'node:fs';
import path from 'node:path';
import { WEB_ROOT } from '#platform/files/package-root.ts';
import { createAddressAllowance } from '#platform/http/address-allowance.ts';
import { contentSecurityPolicy } from '#platform/http/content-security-policy.ts';
import { createPageRenderer } from '#platform/pages/page-renderer.ts';
import type { ServePages } from '#app/build-app.ts';
import { serveCrawlerRoutes } from './crawler-routes.ts';
import { servePageRoutes } from './page-routes.ts';
import { createFirstPictures } from './first-pictures.ts';
import type { Parts } from '#app/parts.ts';
import { createMayBePublished } from './published-records.ts';
import { StartError } from '#app/run-program.ts';
import { describeSite } from './site.ts';
import { serveStaticRoutes } from './static-routes.ts';
import { createThemeLink } from './theme-link.ts';

/**
 * Pages that one address may have rendered. A kept page doesn't count, so this is more than anybody reads, even when
 * nothing is kept because changes aren't reported.
 */
const RENDERED_PAGES = { points: 60, windowSeconds: 60 };

/** Serves the pages of the built web package, its static files, feeds and sitemap. */
export async function createBuiltPages(
  parts: Parts,
  webDist = path.join(WEB_ROOT, 'dist'),
): Promise<ServePages> {
  const { config, cache } = parts;
  const clientFolder = path.join(webDist, 'client');
  if (!existsSync(path.join(clientFolder, 'index.html')))
    throw new StartError(`The pages are not built yet (${webDist} is missing): run npm run build.`);
  const brandFolder = path.join(config.dataDir, 'brand');
  const themeLink = await createThemeLink(path.join(brandFolder, 'theme.css'));
  const renderer = await createPageRenderer({
    webDist,
    site: describeSite(config),
    findPreview: createFirstPictures(parts, [brandFolder, path.join(clientFolder, 'brand')]),
    headEnd: themeLink,
  });
  const { inlineScriptHashes } = renderer;
  return {
    inlineScriptHashes,
    register: async (app) => {
      await serveStaticRoutes(app, { clientFolder, brandFolder, storage: parts.storage });
      const useRenderAllowance = createAddressAllowance(RENDERED_PAGES);
      await serveCrawlerRoutes(app, parts, useRenderAllowance);
      await servePageRoutes(app, {
        cache,
        render: async (...input) => {
          const { styleHashes, ...page } = await renderer.render(...input);
          const policy = contentSecurityPolicy({
            publicOrigin: config.publicOrigin,
            inlineScriptHashes,
            inlineStyleHashes: styleHashes,
          });
          return { ...page, headers: { 'content-security-policy': policy } };
        },
        version: themeLink,
        mayBePublished: createMayBePublished(parts),
        useRenderAllowance,
      });
    },
  };
}
