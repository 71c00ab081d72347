import type { ReactNode } from 'react';
import { type PageRoute, stillPage } from '#features/page/page-route.tsx';

/** The route of a page of the admin area: `title` is its section's label. */
export function adminPage(title: string, Page: () => ReactNode): PageRoute {
  return stillPage({ meta: () => ({ title, description: '', isPrivate: true }), Page });
}
