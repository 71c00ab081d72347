import type { PageRoute } from '#features/page/page-route.tsx';

const modules = import.meta.glob<{ route: PageRoute }>('/src/pages/admin/**/*Page.tsx');

/** The route that a page module of the admin area exports. */
export async function loadAdminPage(module: string): Promise<PageRoute> {
  const load = modules[`/${module}`];
  if (!load) throw new Error(`There is no page module ${module}.`);
  return (await load()).route;
}
