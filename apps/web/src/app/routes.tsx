import { PAGE_ENTRIES, type PageId } from '@waygate/contract/site/pages';
import type { NonIndexRouteObject, RouteObject } from 'react-router';
import { SiteLayout } from '#features/layout/SiteLayout.tsx';
import { arrived } from '#features/page/chunk.ts';
import type { PageRoute } from '#features/page/page-route.tsx';
import { RouteError } from '#pages/errors/RouteError.tsx';

export type LoadPage = () => Promise<{ route: PageRoute }>;

/** The module of each page, each a chunk of its own. */
const PAGE_MODULES: Record<PageId, LoadPage> = {
  home: () => import('#pages/home/HomePage.tsx'),
  news: () => import('#pages/news/NewsListPage.tsx'),
  article: () => import('#pages/news/ArticlePage.tsx'),
  patchNotes: () => import('#pages/patch-notes/PatchNotesPage.tsx'),
  patchNote: () => import('#pages/patch-notes/PatchNotePage.tsx'),
  tos: () => import('#pages/legal/TosPage.tsx'),
  legal: () => import('#pages/legal/LegalNoticePage.tsx'),
  privacy: () => import('#pages/legal/PrivacyPage.tsx'),
  login: () => import('#pages/accounts/LoginPage.tsx'),
  register: () => import('#pages/accounts/RegisterPage.tsx'),
  forgotPassword: () => import('#pages/accounts/ForgotPasswordPage.tsx'),
  profile: () => import('#pages/accounts/ProfilePage.tsx'),
  shop: () => import('#pages/shop/ShopPage.tsx'),
  resetPassword: () => import('#pages/accounts/ResetPasswordPage.tsx'),
};

/**
 * An address of the 404 page. The router's `*` matches no line break, so a path with one has no page at all: server and
 * browser take this one instead.
 */
export const NOWHERE = '/404';

/** The id of the route that every page is a child of. */
export const PAGES_ID = 'pages';

/** The site's routes; those of the admin area are in `admin-routes.ts` and come when somebody goes there. */
export function siteRoutes(adminRoutes: RouteObject[] = []): RouteObject[] {
  return [
    {
      id: 'layout',
      Component: SiteLayout,
      ErrorBoundary: RouteError,
      // The page itself is server-rendered: there is never anything to fall back to.
      HydrateFallback: () => null,
      children: [
        {
          id: PAGES_ID,
          // For a page whose code is missing: the router shows nothing at all in its place.
          ErrorBoundary: RouteError,
          children: [
            ...PAGE_ENTRIES.flatMap(([id, { path, alias }]) => [
              pageRoute(path, PAGE_MODULES[id]),
              ...(alias ? [pageRoute(alias, PAGE_MODULES[id])] : []),
            ]),
            pageRoute('*', () => import('#pages/errors/NotFoundPage.tsx')),
            ...adminRoutes,
          ],
        },
      ],
    },
  ];
}

/** The route of one spelling of a page's path. */
export function pageRoute(path: string, load: LoadPage): NonIndexRouteObject {
  return {
    id: path,
    path,
    caseSensitive: true,
    // The boundary too, so that a page of the admin area that breaks leaves its menu standing.
    lazy: async () => ({ ...(await arrived(load())).route, ErrorBoundary: RouteError }),
  };
}
