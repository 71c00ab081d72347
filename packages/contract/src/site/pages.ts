import { pathsOf } from './page-paths.ts';

type SitePage = {
  /** With `:name` for each parameter, and `:name?` for one that may be missing. */
  path: string;
  /** Another spelling, which old links have. */
  alias?: string;
  /** Without the brand's name, which is added. A page that shows a text has the text's own title once it is loaded. */
  title: string;
  /** Path of its RSS feed. */
  feed?: string;
};

type PageRules = {
  /** Who may see it. `link`: anyone with the link, so that the address is a secret. */
  access: 'anyone' | 'player' | 'link';
  /**
   * What search engines do with it. `sitemap`: list it, and find it there. `index`: list it where they find it.
   * `noindex`: leave it out. `private`: leave it out, and it has no canonical address either.
   */
  search: 'sitemap' | 'index' | 'noindex' | 'private';
  /** The query that its HTML depends on: the values of each parameter that make another page. */
  query?: Record<string, readonly string[]>;
  /** For HTML that also depends on the time: when it expires, as the endpoint that it reads. */
  keptSeconds?: number;
};

/**
 * Every page of the site. The browser's routes, the server's page addresses, sitemap.xml, robots.txt, the feeds and all
 * links are made from it. The admin area's pages are in `admin-pages.ts`, so that no visitor loads them.
 */
export const PAGES = {
  home: { path: '/', alias: '/home', title: '' },
  news: { path: '/news', title: 'News', feed: '/news/feed.xml' },
  article: { path: '/news/:articleId', title: 'News' },
  patchNotes: {
    path: '/patch-notes',
    alias: '/patchNotes',
    title: 'Patch Notes',
    feed: '/patch-notes/feed.xml',
  },
  patchNote: {
    path: '/patch-notes/:patchNoteId',
    alias: '/patchNotes/:patchNoteId',
    title: 'Patch Notes',
  },
  tos: { path: '/tos', title: 'Terms and Conditions of Use' },
  legal: { path: '/legal', title: 'Legal Notice' },
  privacy: { path: '/privacy', title: 'Privacy Policy' },
  login: { path: '/login', title: 'Login' },
  register: { path: '/register', title: 'Create Account' },
  forgotPassword: { path: '/forgot-password', title: 'Forgot Password' },
  profile: { path: '/profile', title: 'Profile' },
  store: { path: '/store', title: 'Shop' },
  shop: { path: '/shop', title: 'Shop' },
  resetPassword: { path: '/reset-password/:token?', title: 'Reset Password' },
  notMe: { path: '/not-me/:token', title: "This wasn't me" },
} as const satisfies Record<string, SitePage>;

export type PageId = keyof typeof PAGES;

/** The table's other half, for the server alone. Apart, so that the browser's bundle goes without it. */
export const PAGE_RULES = {
  home: { access: 'anyone', search: 'sitemap', keptSeconds: 20 },
  news: { access: 'anyone', search: 'sitemap' },
  article: { access: 'anyone', search: 'sitemap' },
  patchNotes: { access: 'anyone', search: 'sitemap' },
  patchNote: { access: 'anyone', search: 'sitemap' },
  tos: { access: 'anyone', search: 'sitemap' },
  legal: { access: 'anyone', search: 'sitemap' },
  privacy: { access: 'anyone', search: 'sitemap' },
  login: { access: 'anyone', search: 'noindex' },
  register: { access: 'anyone', search: 'index' },
  forgotPassword: { access: 'anyone', search: 'noindex' },
  profile: { access: 'player', search: 'private' },
  store: { access: 'anyone', search: 'sitemap' },
  shop: { access: 'anyone', search: 'private', query: { payment: ['success', 'cancel'] } },
  resetPassword: { access: 'link', search: 'private' },
  notMe: { access: 'link', search: 'private' },
} as const satisfies Record<PageId, PageRules>;

/** The rows of the table, for those who go through all of them. */
export const PAGE_ENTRIES = Object.entries(PAGES) as [PageId, SitePage][];

/** Where every page of the admin area stands below. */
export const ADMIN_AREA = '/admin';

export const pagePaths = pathsOf(PAGES);
