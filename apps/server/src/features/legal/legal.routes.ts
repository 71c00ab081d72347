import { getLegalPage } from '@waygate/contract/legal/legal.endpoints';
import type { Config } from '#platform/config/config.ts';
import type { Route } from '#platform/http/route.ts';
import { createLegalPages, legalFolders, legalVariables } from './legal-pages.ts';

export function legalRoutes(
  route: Route,
  { config }: { config: Pick<Config, 'dataDir' | 'brand' | 'publicOrigin'> },
): void {
  const findPage = createLegalPages(legalFolders(config.dataDir), legalVariables(config));

  route(getLegalPage, async ({ params }) => findPage(params.slug));
}
