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

/** The pages of the admin area, below `src/pages/admin/`. */
const ADMIN_PAGES: Record<string, string> = {
  '/admin': 'AdminStartPage',
  '/admin/users': 'users/AdminUsersPage',
  '/admin/users/:accountId': 'users/AdminUserPage',
  '/admin/audit': 'audit/AdminAuditPage',
};

/** The module behind a route's id, as Vite's manifest names it. */
export function moduleOf(routeId: string): string {
  return routeId.slice(routeId.indexOf(' ') + 1);
}

export const routes: RouteObject[] = [
  {
    id: 'layout',
    Component: SiteLayout,
    ErrorBoundary: RouteError,
    // The page itself is server-rendered: there is never anything to fall back to.
    HydrateFallback: () => null,
    children: [
      ...Object.entries(PAGES).map(([path, page]) => pageRoute(path, page)),
      {
        ...adminRoute('/admin', 'AdminPage'),
        children: Object.entries(ADMIN_PAGES).map(([path, page]) => adminRoute(path, page)),
      },
    ],
  },
];

function pageRoute(path: string, page: string): RouteObject {
  const module = `src/pages/${page}.tsx`;
  const load = modules[`/${module}`];
  if (!load) throw new Error(`There is no page module ${module}.`);
  return {
    ...namedRoute(path, module),
    lazy: async () => (await load()).route,
  };
}

/** Found through a chunk of its own: the public pages shall not carry the list of the admin area's files. */
function adminRoute(path: string, page: string): NonIndexRouteObject {
  const module = `src/pages/admin/${page}.tsx`;
  return {
    ...namedRoute(path, module),
    lazy: async () => {
      const { loadAdminPage } = await import('./admin-pages.ts');
      return loadAdminPage(module);
    },
  };
}

function namedRoute(path: string, module: string): NonIndexRouteObject {
  return {
    id: `${path} ${module}`,
    path,
    caseSensitive: true,
    // Here too, so that a page that breaks leaves header and footer standing.
    ErrorBoundary: RouteError,
  };
}
