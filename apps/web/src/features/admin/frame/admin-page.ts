import { ADMIN_PAGES, type AdminPageId } from '@waygate/contract/site/admin-pages';
import type { ReactNode } from 'react';
import { type PageRoute, staticPage } from '#features/page/page-route.tsx';

/** The route of a page of the admin area. */
export function adminPage(id: AdminPageId, Page: () => ReactNode): PageRoute {
  const { title } = ADMIN_PAGES[id];
  return staticPage({ meta: () => ({ title, description: '', isPrivate: true }), Page });
}
