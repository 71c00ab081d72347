import { ADMIN_AREA, PAGE_ENTRIES, type PageId } from '@waygate/contract/site/pages';
import { matchRoutes, type NonIndexRouteObject, type RouteObject } from 'react-router';
import { SiteLayout } from '#features/layout/SiteLayout.tsx';
import type { PageRoute } from '#features/page/page-route.tsx';
import { PageBoundary } from '#pages/errors/PageBoundary.tsx';

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
  store: () => import('#pages/shop/StorePage.tsx'),
  shop: () => import('#pages/shop/ShopPage.tsx'),
  resetPassword: () => import('#pages/accounts/ResetPasswordPage.tsx'),
  notMe: () => import('#pages/accounts/NotMePage.tsx'),
};

/**
 * An address of the 404 page. The router's `*` matches no line break, so a path with one has no page at all: server and
 * browser take this one instead.
 */
export const NOWHERE = '/404';

const ADMIN_PAGES = `${ADMIN_AREA}/*`;

/** Whether an address has a page. Nothing but its exact address leads into the admin area. */
export function hasPage(routes: RouteObject[], pathname: string): boolean {
  const route = matchRoutes(routes, pathname)?.at(-1)?.route;
  return route !== undefined && (route.path !== ADMIN_PAGES || pathname.startsWith(ADMIN_AREA));
}

/** The site's routes. Those of the admin area are in `admin-routes.ts`; without them they come with its first page. */
export function siteRoutes(adminRoutes?: RouteObject[]): RouteObject[] {
  const pages: RouteObject[] = [
    ...PAGE_ENTRIES.flatMap(([id, { path, alias }]) => [
      pageRoute(path, PAGE_MODULES[id]),
      ...(alias ? [pageRoute(alias, PAGE_MODULES[id])] : []),
    ]),
    pageRoute('*', () => import('#pages/errors/NotFoundPage.tsx')),
    ...(adminRoutes ?? []),
  ];
  if (!adminRoutes) pages.push(adminArea(pages));
  return [
    {
      element: (
        <PageBoundary>
          <SiteLayout />
        </PageBoundary>
      ),
      children: pages,
    },
  ];
}

/** The route of one spelling of a page's path. */
export function pageRoute(path: string, load: LoadPage): NonIndexRouteObject {
  return {
    path,
    caseSensitive: true,
    lazy: async () => {
      const { Component, handle } = (await load()).route;
      // Each page has a boundary, so that one of the admin area that breaks leaves its menu standing.
      const element = (
        <PageBoundary>
          <Component />
        </PageBoundary>
      );
      return { element, handle };
    },
  };
}

/** Stands among the pages for those of the admin area, which take its place when somebody goes there. */
function adminArea(pages: RouteObject[]): RouteObject {
  const area: RouteObject = {
    path: ADMIN_PAGES,
    caseSensitive: true,
    lazy: async () => {
      const { adminRoutes } = await import('./admin-routes.ts');
      pages.splice(pages.indexOf(area), 1, ...adminRoutes);
      return {};
    },
  };
  return area;
}
