import { AdminLayout } from '#features/admin/frame/AdminLayout.tsx';
import type { PageRoute } from '#features/page/page-route.tsx';

/** The frame of every page below `/admin`, each of which says its own title. */
export const route: PageRoute = {
  Component: AdminLayout,
  handle: { meta: () => ({ title: 'Admin', description: '', isPrivate: true }) },
};
