import { lazy } from 'react';
import { AdminLayout } from '#features/admin/frame/AdminLayout.tsx';
import { SearchUnavailable } from '#features/admin/frame/SearchUnavailable.tsx';
import type { PageRoute } from '#features/page/page-route.tsx';

const Palette = lazy(async () => {
  try {
    const { Palette: Component } = await import('#features/admin-search/Palette.tsx');
    return { default: Component };
  } catch {
    return { default: SearchUnavailable };
  }
});

function AdminFrame() {
  return <AdminLayout Palette={Palette} />;
}

/** The frame of every page below `/admin`, each of which says its own title. */
export const route: PageRoute = {
  Component: AdminFrame,
  handle: { meta: () => ({ title: 'Admin', description: '', isPrivate: true }) },
};
