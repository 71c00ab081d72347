/** Pages that search engines may list, for the sitemap. */
export const LISTED_PAGES = ['/', '/news', '/patch-notes', '/tos', '/legal', '/privacy'];

/** Pages that exist whatever the content, under every spelling. */
const STILL_PAGES = new Set([
  ...LISTED_PAGES,
  '/home',
  '/patchNotes',
  '/login',
  '/register',
  '/forgot-password',
  '/profile',
  '/shop',
  '/admin',
  '/admin/users',
  '/admin/benefits',
  '/admin/actions',
  '/admin/audit',
  '/admin/patch-notes',
  '/admin/patch-notes/new',
  '/admin/news',
  '/admin/news/new',
  '/admin/twitch-drops',
  '/admin/products',
  '/admin/products/categories',
  '/admin/orders',
  '/admin/deliveries',
  '/admin/statistics/game',
  '/admin/statistics/payment',
  '/admin/statistics/character',
  '/admin/game/characters',
  '/admin/game/inventory',
]);

const DETAIL_PAGE = /^\/(news|patch-notes|patchNotes|admin\/(users|orders|news|patch-notes))\/[1-9]\d{0,9}$/;

const UNLISTED_PAGE = /^\/(profile|admin|login|forgot-password|reset-password|shop|dev)(\/|$)/;

/** Below this, the address itself is a secret. */
const SECRET_PAGE = /^\/reset-password(\/|$)/;

/** The path as pages know it: one slash at the start, none at the end, no query. */
export function pagePath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  // A path of two slashes would name another host in a redirection.
  return `/${path.replace(/^[/\\]+/, '').replace(/\/+$/, '')}`;
}

/** The page's path, with the part of the query that a page's HTML depends on: how a payment ended, and no more. */
export function pageAddress(url: string): string {
  const path = pagePath(url);
  if (path !== '/shop') return path;
  const [, query = ''] = url.split(/[?#]/);
  const payment = new URLSearchParams(query).get('payment');
  return payment === 'success' || payment === 'cancel' ? `${path}?payment=${payment}` : path;
}

/** Whether there are only so many such pages: strangers cannot think of more of them. */
export function isKnownPage(path: string): boolean {
  return STILL_PAGES.has(path) || DETAIL_PAGE.test(path);
}

export function isListed(path: string): boolean {
  return !UNLISTED_PAGE.test(path);
}

export function isSecret(path: string): boolean {
  return SECRET_PAGE.test(path);
}
