import type { Site } from '@waygate/contract/site/site';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router';
import { onUnauthorized } from '#api/session.ts';
import { arrived } from '#features/page/chunk.ts';
import { originState } from '#features/paths/origin.ts';
import { paths } from '#features/paths/paths.ts';
import { trackReferrals } from '#features/referrals/track-referrals.ts';
import { SiteProvider } from '#features/site/SiteContext.tsx';
import '#ui/base.css';
import { NOWHERE, PAGES_ID, siteRoutes } from './routes.tsx';

type Hydration = { site: Site; loaderData: Record<string, unknown> };

// Not awaited: the pages' chunks import this one and would wait for it while it waits for them.
void start();

async function start(): Promise<void> {
  const { site, loaderData } = readHydration();
  let adminRoutes: RouteObject[] | undefined;
  let routes = siteRoutes();
  let isWhole = true;
  try {
    if (isAdminPath(window.location.pathname)) adminRoutes = await loadAdminRoutes();
    routes = siteRoutes(adminRoutes);
    if (!matchRoutes(routes, window.location)) window.history.replaceState(null, '', NOWHERE);
    await loadMatchedPages(routes);
  } catch {
    // The router tries again and shows what is missing, in place of the server's HTML.
    isWhole = false;
  }
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData },
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (!adminRoutes && isAdminPath(path)) patch(PAGES_ID, await loadAdminRoutes());
    },
  });
  onUnauthorized(() => {
    const { location } = router.state;
    if (location.pathname !== paths.login)
      void router.navigate(paths.login, { replace: true, state: originState(location) });
  });
  trackReferrals(router);
  const element = getElement('app');
  const app = (
    <StrictMode>
      <SiteProvider value={site}>
        <RouterProvider router={router} />
      </SiteProvider>
    </StrictMode>
  );
  if (isWhole) hydrateRoot(element, app);
  else createRoot(element).render(app);
}

function isAdminPath(path: string): boolean {
  return path === paths.admin || path.startsWith(`${paths.admin}/`);
}

/** The list of the admin area's pages, which visitors do not need. */
async function loadAdminRoutes(): Promise<RouteObject[]> {
  const { adminRoutes } = await arrived(import('./admin-routes.ts'));
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
