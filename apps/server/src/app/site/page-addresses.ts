import { ADMIN_PAGES } from '@waygate/contract/site/admin-pages';
import {
  ADMIN_AREA,
  PAGE_ENTRIES,
  PAGE_RULES,
  type PageId,
  PAGES as TABLE,
} from '@waygate/contract/site/pages';

/** The pages of one published record each: those with a parameter that are for anyone. */
export type RecordPageId = {
  [Id in PageId]: [(typeof TABLE)[Id]['path'], (typeof PAGE_RULES)[Id]['access']] extends [
    `${string}:${string}`,
    'anyone',
  ]
    ? Id
    : never;
}[PageId];

export type FoundPage = {
  /** What is rendered: a path with its query, or the pattern of a path, for a page that many addresses share. */
  address: string;
  /** The record that the address names. If it's published, its page is rendered at this address instead. */
  record?: { page: RecordPageId; id: number; address: string };
  /** The longest time that its HTML may be kept; undefined: until content changes. */
  keptSeconds?: number;
};

/** `page`: undefined in the admin area. */
type Route = { pattern: string; page: PageId | undefined };

type Page = { spellings: string[]; isHidden: boolean; isCrawled: boolean; isSecret: boolean };

const SITE: Page[] = PAGE_ENTRIES.map(([id, { path, alias }]) => {
  const { access, search } = PAGE_RULES[id];
  return {
    spellings: alias === undefined ? [path] : [path, alias],
    isHidden: search === 'noindex' || search === 'private',
    isCrawled: access === 'anyone',
    isSecret: access === 'link',
  };
});

/** For staff, or for the operator alone: whatever stands below these. */
const AREAS: Page[] = [ADMIN_AREA, '/dev'].map((path) => ({
  spellings: [path],
  isHidden: true,
  isCrawled: false,
  isSecret: false,
}));

const PAGES = [...SITE, ...AREAS];

/** Pages that search engines may list, for the sitemap. */
export const LISTED_PAGES = PAGE_ENTRIES.filter(
  ([id, { path }]) => PAGE_RULES[id].search === 'sitemap' && !hasParameter(path),
).map(([, { path }]) => path);

/** What robots.txt keeps machines from. */
export const UNCRAWLED_PAGES = PAGES.filter(({ isCrawled }) => !isCrawled).flatMap(({ spellings }) =>
  spellings.map(fixedPart),
);

/** Every path that the browser's routes know, as their patterns: an optional parameter makes two of them. */
const ROUTES: Route[] = [
  ...PAGE_ENTRIES.flatMap(([page, { path, alias }]) =>
    (alias === undefined ? [path] : [path, alias])
      .flatMap((pattern) => (pattern.endsWith('?') ? [fixedPart(pattern), pattern.slice(0, -1)] : [pattern]))
      .map((pattern) => ({ pattern, page })),
  ),
  ...Object.values(ADMIN_PAGES).map(({ path }) => ({ pattern: path, page: undefined })),
];

const FIXED_ROUTES = new Map(
  ROUTES.filter(({ pattern }) => !hasParameter(pattern)).map((route) => [route.pattern, route]),
);

const DETAIL_ROUTES = ROUTES.filter(({ pattern }) => hasParameter(pattern)).map((route) => ({
  ...route,
  matcher: new RegExp(`^${route.pattern.replace(/:\w+/g, '([^/]+)')}$`),
}));

/** Matches the route `*` and no other. */
const UNKNOWN_PAGE = '/*';

const RECORD_ID = /^[1-9]\d{0,9}$/;

const HIDDEN_PAGE = belowOneOf(PAGES.filter(({ isHidden }) => isHidden));

/** Below this, the address itself is a secret. */
const SECRET_PAGE = belowOneOf(PAGES.filter((page) => page.isSecret));

/** The path as pages know it: one slash at the start, none at the end, no query. */
export function pagePath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  // A path of two slashes would name another host in a redirection.
  return `/${path.replace(/^[/\\]+/, '').replace(/\/+$/, '')}`;
}

/**
 * The page at an address. Strangers can think of any number of addresses, so those with the same HTML share a page:
 * every unknown path, every id in the admin area, every reset link, every record that doesn't exist.
 */
export function findPage(url: string): FoundPage {
  const plain = pagePath(url);
  const path = decoded(plain);
  // The browser's main.tsx recognises the admin area by the path as it is written.
  if (isAdminPath(path) && !isAdminPath(plain)) return { address: UNKNOWN_PAGE };
  // Its router matches no path with two slashes in front.
  if (/^[/\\]{2}/.test(url)) return { address: UNKNOWN_PAGE };
  const fixed = FIXED_ROUTES.get(path);
  if (fixed) return { address: `${path}${keptQuery(fixed.page, url)}`, ...keptTime(fixed.page) };
  for (const { matcher, pattern, page } of DETAIL_ROUTES) {
    const [, parameter] = matcher.exec(path) ?? [];
    if (parameter === undefined) continue;
    if (page === undefined || !isRecordPage(page) || !RECORD_ID.test(parameter)) return { address: pattern };
    return { address: pattern, record: { page, id: Number(parameter), address: path } };
  }
  return { address: UNKNOWN_PAGE };
}

/** The part of the query that a page's HTML depends on: how a payment ended, and no more. */
function keptQuery(page: PageId | undefined, url: string): string {
  const rules = page && PAGE_RULES[page];
  if (!rules || !('query' in rules)) return '';
  const [, query = ''] = url.split(/[?#]/);
  const given = new URLSearchParams(query);
  const kept = Object.entries<readonly string[]>(rules.query).flatMap(([name, values]) => {
    const value = given.get(name);
    return value !== null && values.includes(value) ? [[name, value]] : [];
  });
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
}

function keptTime(page: PageId | undefined): Pick<FoundPage, 'keptSeconds'> {
  const rules = page && PAGE_RULES[page];
  return rules && 'keptSeconds' in rules ? { keptSeconds: rules.keptSeconds } : {};
}

function isAdminPath(path: string): boolean {
  return path === ADMIN_AREA || path.startsWith(`${ADMIN_AREA}/`);
}

function isRecordPage(page: PageId): page is RecordPageId {
  return hasParameter(TABLE[page].path) && PAGE_RULES[page].access === 'anyone';
}

/** As the browser's router reads a path: each segment decoded, with its slashes left encoded. */
function decoded(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return path;
  }
}

/** Whether search engines may list what is at an address, in any spelling. */
export function isListed(url: string): boolean {
  return !HIDDEN_PAGE.test(decoded(pagePath(url)));
}

/** Whether the address itself is a secret, in any spelling: a mistyped reset link still contains its token. */
export function isSecret(url: string): boolean {
  return SECRET_PAGE.test(decoded(pagePath(url)));
}

function hasParameter(path: string): boolean {
  return path.includes(':');
}

/** What stands before the first parameter. */
function fixedPart(path: string): string {
  return path.replace(/\/:.*/, '');
}

/**
 * Matches the pages and whatever stands below them, in upper and lower case. The paths of the table are letters, hyphens
 * and slashes: nothing in them means something else to a pattern.
 */
function belowOneOf(pages: Page[]): RegExp {
  const paths = pages.flatMap(({ spellings }) => spellings.map(fixedPart));
  // `decoded` leaves slashes encoded. Programs that rewrite links encode one, or turn it round.
  return new RegExp(`^(${paths.join('|')})((/|%2f|\\\\).*)?$`, 'is');
}
