import type { NonIndexRouteObject, RouteObject } from 'react-router';
import { SiteLayout } from '#features/layout/SiteLayout.tsx';
import type { PageRoute } from '#features/page/page-route.tsx';
import { RouteError } from '#pages/errors/RouteError.tsx';

/** Every page module exports its route; each becomes a chunk of its own. */
const modules = import.meta.glob<{ route: PageRoute }>(['/src/pages/**/*Page.tsx', '!/src/pages/admin/**']);

/** The product's pages. Spellings of one page share its module. */
const PAGES: Record<string, string> = {
  '/': 'home/HomePage',
  '/home': 'home/HomePage',
  '/news': 'news/NewsListPage',
  '/news/:articleId': 'news/ArticlePage',
  '/patch-notes': 'patch-notes/PatchNotesPage',
  '/patchNotes': 'patch-notes/PatchNotesPage',
  '/patch-notes/:patchNoteId': 'patch-notes/PatchNotePage',
  '/patchNotes/:patchNoteId': 'patch-notes/PatchNotePage',
  '/login': 'accounts/LoginPage',
  '/register': 'accounts/RegisterPage',
  '/forgot-password': 'accounts/ForgotPasswordPage',
  '/reset-password/:token?': 'accounts/ResetPasswordPage',
  '/profile': 'accounts/ProfilePage',
  '/shop': 'shop/ShopPage',
  '/tos': 'legal/TosPage',
  '/legal': 'legal/LegalNoticePage',
  '/privacy': 'legal/PrivacyPage',
  '*': 'errors/NotFoundPage',
};

/** The module behind a route's id, as Vite's manifest names it. */
export function moduleOf(routeId: string): string {
  return routeId.slice(routeId.indexOf(' ') + 1);
}

/** The id of the route that every page stands in. */
export const LAYOUT_ID = 'layout';

/** The site's routes; those of the admin area are in `admin-routes.ts` and come when somebody goes there. */
export function siteRoutes(adminRoutes: RouteObject[] = []): RouteObject[] {
  return [
    {
      id: LAYOUT_ID,
      Component: SiteLayout,
      ErrorBoundary: RouteError,
      // The page itself is server-rendered: there is never anything to fall back to.
      HydrateFallback: () => null,
      children: [...Object.entries(PAGES).map(([path, page]) => pageRoute(path, page)), ...adminRoutes],
    },
  ];
}

function pageRoute(path: string, page: string): RouteObject {
  const module = `src/pages/${page}.tsx`;
  const load = modules[`/${module}`];
  if (!load) throw new Error(`There is no page module ${module}.`);
  return {
    ...namedRoute(path, module),
    lazy: async () => (await load()).route,
  };
}

/** What every page's route has. */
export function namedRoute(path: string, module: string): NonIndexRouteObject {
  return {
    id: `${path} ${module}`,
    path,
    caseSensitive: true,
    // Here too, so that a page that breaks leaves header and footer standing.
    ErrorBoundary: RouteError,
  };
}
