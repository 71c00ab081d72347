import type { NonIndexRouteObject, RouteObject } from 'react-router';
import type { PageRoute } from '#features/page/page-route.tsx';
import { namedRoute } from './routes.tsx';

const modules = import.meta.glob<{ route: PageRoute }>('/src/pages/admin/**/*Page.tsx');

/** The pages of the admin area, below `src/pages/admin/`: in a chunk of their own, so that no visitor loads the list. */
const ADMIN_PAGES: Record<string, string> = {
  '/admin': 'AdminStartPage',
  '/admin/users': 'users/AdminUsersPage',
  '/admin/users/:accountId': 'users/AdminUserPage',
  '/admin/benefits': 'benefits/AdminBenefitsPage',
  '/admin/actions': 'actions/AdminActionsPage',
  '/admin/twitch-drops': 'twitch-drops/AdminTwitchDropsPage',
  '/admin/audit': 'audit/AdminAuditPage',
  '/admin/statistics/game': 'statistics/AdminGameStatisticsPage',
  '/admin/statistics/payment': 'statistics/AdminPaymentStatisticsPage',
  '/admin/statistics/character': 'statistics/AdminCharacterStatisticsPage',
  '/admin/game/characters': 'game/AdminCharactersPage',
  '/admin/game/inventory': 'game/AdminInventoryPage',
  '/admin/patch-notes': 'patch-notes/AdminPatchNotesPage',
  '/admin/patch-notes/new': 'patch-notes/AdminPatchNotePage',
  '/admin/patch-notes/:patchNoteId': 'patch-notes/AdminPatchNotePage',
  '/admin/news': 'news/AdminNewsPage',
  '/admin/news/new': 'news/AdminArticlePage',
  '/admin/news/:articleId': 'news/AdminArticlePage',
  '/admin/products': 'products/AdminProductsPage',
  '/admin/products/categories': 'products/AdminProductCategoriesPage',
  '/admin/orders': 'orders/AdminOrdersPage',
  '/admin/orders/:orderId': 'orders/AdminOrderPage',
  '/admin/deliveries': 'deliveries/AdminDeliveriesPage',
};

/** The admin area, for the children of the site's layout. */
export const adminRoutes: RouteObject[] = [
  {
    ...adminRoute('/admin', 'AdminPage'),
    children: Object.entries(ADMIN_PAGES).map(([path, page]) => adminRoute(path, page)),
  },
];

function adminRoute(path: string, page: string): NonIndexRouteObject {
  const module = `src/pages/admin/${page}.tsx`;
  const load = modules[`/${module}`];
  if (!load) throw new Error(`There is no page module ${module}.`);
  return { ...namedRoute(path, module), lazy: async () => (await load()).route };
}
