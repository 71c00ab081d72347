import type { StaffNeed } from '../permissions.ts';
import { pathsOf } from './page-paths.ts';
import { ADMIN_AREA } from './pages.ts';

export const ADMIN_MENU = ['Accounts', 'Content', 'Shop', 'Statistics', 'Game', 'Staff'] as const;

type AdminPage = {
  /** Below `ADMIN_AREA`, with `:name` for each parameter. */
  path: `${typeof ADMIN_AREA}${string}`;
  title: string;
} & (
  | {
      /** What staff need to use it. */
      section: StaffNeed;
      /** Its category in the menu. */
      menu: (typeof ADMIN_MENU)[number];
    }
  // A page that others lead to; without a section it is for any staff.
  | { section: StaffNeed | undefined; menu: undefined }
);

/** Every page of the admin area, in the order of its menu. All are for staff, and hidden from search engines. */
export const ADMIN_PAGES = {
  start: { path: ADMIN_AREA, title: 'Admin', section: undefined, menu: undefined },
  // First in the menu, above its categories, for all staff.
  today: { path: '/admin/today', title: 'Today', section: undefined, menu: undefined },
  users: { path: '/admin/users', title: 'Management', section: 'users', menu: 'Accounts' },
  user: { path: '/admin/users/:accountId', title: 'Account', section: 'users', menu: undefined },
  benefits: { path: '/admin/benefits', title: 'Benefits', section: 'benefits', menu: 'Accounts' },
  actions: { path: '/admin/actions', title: 'Actions', section: 'actions', menu: 'Accounts' },
  audit: { path: '/admin/audit', title: 'Audit Log', section: 'users', menu: 'Accounts' },
  patchNotes: { path: '/admin/patch-notes', title: 'Patch Notes', section: 'patchNotes', menu: 'Content' },
  newPatchNote: {
    path: '/admin/patch-notes/new',
    title: 'Patch note',
    section: 'patchNotes',
    menu: undefined,
  },
  patchNote: {
    path: '/admin/patch-notes/:patchNoteId',
    title: 'Patch note',
    section: 'patchNotes',
    menu: undefined,
  },
  news: { path: '/admin/news', title: 'News', section: 'news', menu: 'Content' },
  newArticle: { path: '/admin/news/new', title: 'Article', section: 'news', menu: undefined },
  article: { path: '/admin/news/:articleId', title: 'Article', section: 'news', menu: undefined },
  twitchDrops: {
    path: '/admin/twitch-drops',
    title: 'Twitch Drops',
    section: 'twitchDrops',
    menu: 'Content',
  },
  site: { path: '/admin/site', title: 'Site', section: 'site', menu: 'Content' },
  products: { path: '/admin/products', title: 'Products', section: 'products', menu: 'Shop' },
  productCategories: {
    path: '/admin/products/categories',
    title: 'Product categories',
    section: 'products',
    menu: undefined,
  },
  orders: { path: '/admin/orders', title: 'Orders', section: 'orders', menu: 'Shop' },
  unmatchedPayments: {
    path: '/admin/orders/unmatched',
    title: 'Unmatched payments',
    section: 'orders',
    menu: undefined,
  },
  order: { path: '/admin/orders/:orderId', title: 'Order', section: 'orders', menu: undefined },
  deliveries: { path: '/admin/deliveries', title: 'Deliveries', section: 'orders', menu: 'Shop' },
  redeliver: { path: '/admin/redeliver', title: 'Redeliver', section: 'orders', menu: 'Shop' },
  statisticsGame: {
    path: '/admin/statistics/game',
    title: 'Game',
    section: 'statisticsGame',
    menu: 'Statistics',
  },
  statisticsPayment: {
    path: '/admin/statistics/payment',
    title: 'Payment',
    section: 'statisticsPayment',
    menu: 'Statistics',
  },
  statisticsCharacter: {
    path: '/admin/statistics/character',
    title: 'Character',
    section: 'statisticsCharacter',
    menu: 'Statistics',
  },
  gameCharacters: {
    path: '/admin/game/characters',
    title: 'Characters',
    section: 'gameCharacters',
    menu: 'Game',
  },
  gameInventory: {
    path: '/admin/game/inventory',
    title: 'Inventory',
    section: 'gameInventory',
    menu: 'Game',
  },
  gameServers: { path: '/admin/game/servers', title: 'Servers', section: 'owner', menu: 'Game' },
  alerts: { path: '/admin/alerts', title: 'Alerts', section: 'alerts', menu: 'Staff' },
  staff: { path: '/admin/staff', title: 'Staff', section: 'owner', menu: 'Staff' },
  roles: { path: '/admin/roles', title: 'Roles', section: 'owner', menu: 'Staff' },
  budgets: { path: '/admin/budgets', title: 'Budgets', section: 'owner', menu: 'Staff' },
  health: { path: '/admin/health', title: 'Health', section: 'owner', menu: 'Staff' },
} as const satisfies Record<string, AdminPage>;

export type AdminPageId = keyof typeof ADMIN_PAGES;

/** The rows of the table, for those who go through all of them. */
export const ADMIN_PAGE_ENTRIES = Object.entries(ADMIN_PAGES) as [AdminPageId, AdminPage][];

export const adminPagePaths = pathsOf(ADMIN_PAGES);
