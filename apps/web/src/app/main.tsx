import type { Site } from '@waygate/contract/site/site';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router';
import { onUnauthorized } from '#api/call.ts';
import { originState } from '#features/paths/origin.ts';
import { paths } from '#features/paths/paths.ts';
import { trackReferrals } from '#features/referrals/track-referrals.ts';
import { SiteProvider } from '#features/site/SiteContext.tsx';
import '#ui/base.css';
import { LAYOUT_ID, siteRoutes } from './routes.tsx';

type Hydration = { site: Site; loaderData: Record<string, unknown> };

// Not awaited: the pages' chunks import this one and would wait for it while it waits for them.
void start();

async function start(): Promise<void> {
  const { site, loaderData } = readHydration();
  const isAdminKnown = isAdminPath(window.location.pathname);
  const routes = siteRoutes(isAdminKnown ? await loadAdminRoutes() : []);
  await loadMatchedPages(routes);
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData },
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (!isAdminKnown && isAdminPath(path)) patch(LAYOUT_ID, await loadAdminRoutes());
    },
  });
  onUnauthorized(() => {
    const { location } = router.state;
    if (location.pathname !== paths.login)
      void router.navigate(paths.login, { replace: true, state: originState(location) });
  });
  trackReferrals(router);
  hydrateRoot(
    getElement('app'),
    <StrictMode>
      <SiteProvider value={site}>
        <RouterProvider router={router} />
      </SiteProvider>
    </StrictMode>,
  );
}

function isAdminPath(path: string): boolean {
  return path === paths.admin || path.startsWith(`${paths.admin}/`);
}

/** The list of the admin area's pages, which visitors do not need. */
async function loadAdminRoutes(): Promise<RouteObject[]> {
  const { adminRoutes } = await import('./admin-routes.ts');
  return adminRoutes;
}

/** The first render must find its page's code, or React would throw the server's HTML away. */
async function loadMatchedPages(routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const page = await route.lazy();
      Object.assign(route, { ...page, lazy: undefined });
    }),
  );
}

function readHydration(): Hydration {
  // Written by entry-server.tsx of the same build.
  return JSON.parse(getElement('hydration').textContent) as Hydration;
}

function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}
