import { ADMIN_PAGE_ENTRIES, type AdminPageId } from '@waygate/contract/site/admin-pages';
import { ADMIN_AREA } from '@waygate/contract/site/pages';
import type { RouteObject } from 'react-router';
import { type LoadPage, pageRoute } from './routes.tsx';

const loadArticlePage = () => import('#pages/admin/news/AdminArticlePage.tsx');
const loadPatchNotePage = () => import('#pages/admin/patch-notes/AdminPatchNotePage.tsx');

/** The module of each page of the admin area: in a chunk of their own, so that no visitor loads the list. */
const ADMIN_PAGE_MODULES: Record<AdminPageId, LoadPage> = {
  start: () => import('#pages/admin/AdminStartPage.tsx'),
  today: () => import('#pages/admin/today/AdminTodayPage.tsx'),
  users: () => import('#pages/admin/users/AdminUsersPage.tsx'),
  user: () => import('#pages/admin/users/AdminUserPage.tsx'),
  benefits: () => import('#pages/admin/benefits/AdminBenefitsPage.tsx'),
  actions: () => import('#pages/admin/actions/AdminActionsPage.tsx'),
  audit: () => import('#pages/admin/audit/AdminAuditPage.tsx'),
  patchNotes: () => import('#pages/admin/patch-notes/AdminPatchNotesPage.tsx'),
  newPatchNote: loadPatchNotePage,
  patchNote: loadPatchNotePage,
  news: () => import('#pages/admin/news/AdminNewsPage.tsx'),
  newArticle: loadArticlePage,
  article: loadArticlePage,
  twitchDrops: () => import('#pages/admin/twitch-drops/AdminTwitchDropsPage.tsx'),
  site: () => import('#pages/admin/site/AdminSitePage.tsx'),
  products: () => import('#pages/admin/products/AdminProductsPage.tsx'),
  productCategories: () => import('#pages/admin/products/AdminProductCategoriesPage.tsx'),
  orders: () => import('#pages/admin/orders/AdminOrdersPage.tsx'),
  order: () => import('#pages/admin/orders/AdminOrderPage.tsx'),
  unmatchedPayments: () => import('#pages/admin/orders/AdminUnmatchedPage.tsx'),
  deliveries: () => import('#pages/admin/deliveries/AdminDeliveriesPage.tsx'),
  redeliver: () => import('#pages/admin/redeliver/AdminRedeliverPage.tsx'),
  statisticsGame: () => import('#pages/admin/statistics/AdminGameStatisticsPage.tsx'),
  statisticsPayment: () => import('#pages/admin/statistics/AdminPaymentStatisticsPage.tsx'),
  statisticsCharacter: () => import('#pages/admin/statistics/AdminCharacterStatisticsPage.tsx'),
  gameCharacters: () => import('#pages/admin/game/AdminCharactersPage.tsx'),
  gameInventory: () => import('#pages/admin/game/AdminInventoryPage.tsx'),
  gameServers: () => import('#pages/admin/game/AdminServersPage.tsx'),
  alerts: () => import('#pages/admin/alerts/AdminAlertsPage.tsx'),
  staff: () => import('#pages/admin/staff/AdminStaffPage.tsx'),
  roles: () => import('#pages/admin/roles/AdminRolesPage.tsx'),
  budgets: () => import('#pages/admin/budgets/AdminBudgetsPage.tsx'),
  health: () => import('#pages/admin/health/AdminHealthPage.tsx'),
};

/** The admin area, for the children of the site's layout. */
export const adminRoutes: RouteObject[] = [
  {
    ...pageRoute(ADMIN_AREA, () => import('#pages/admin/AdminPage.tsx')),
    children: ADMIN_PAGE_ENTRIES.map(([id, { path }]) => pageRoute(path, ADMIN_PAGE_MODULES[id])),
  },
];
