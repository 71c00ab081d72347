import path from 'node:path';
import { getLegalPage } from '@waygate/contract/legal/legal.endpoints';
import type { Config } from '#platform/config/config.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { Route } from '#platform/http/route.ts';
import { createLegalPages } from './legal-pages.ts';

export function legalRoutes(
  route: Route,
  { config }: { config: Pick<Config, 'dataDir' | 'brand' | 'publicOrigin'> },
): void {
  const { dataDir, brand, publicOrigin } = config;
  const folders = [dataDir, SERVER_ROOT].map((root) => path.join(root, 'content', 'legal'));
  const findPage = createLegalPages(folders, {
    brandName: brand.name,
    communityUrl: brand.communityUrl,
    contactEmail: brand.contactEmail,
    publicOrigin,
  });

  route(getLegalPage, async ({ params }) => findPage(params.slug));
}
