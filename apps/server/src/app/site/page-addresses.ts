import { ADMIN_PAGES } from '@waygate/contract/site/admin-pages';
import { ADMIN_AREA, PAGE_ENTRIES, PAGE_RULES } from '@waygate/contract/site/pages';

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

const KNOWN_PATHS = [
  ...SITE.filter((page) => !page.isSecret).flatMap(({ spellings }) => spellings),
  ...Object.values(ADMIN_PAGES).map(({ path }) => path),
];

/** Pages that exist whatever the content, under every spelling. */
const STILL_PAGES = new Set(KNOWN_PATHS.filter((path) => !hasParameter(path)));

/** Pages of one record, by its id. */
const DETAIL_PAGE = oneOf(
  KNOWN_PATHS.filter(hasParameter).map((path) => path.replace(/:\w+/g, String.raw`[1-9]\d{0,9}`)),
);

const HIDDEN_PAGE = belowOneOf(PAGES.filter(({ isHidden }) => isHidden));

/** Below this, the address itself is a secret. */
const SECRET_PAGE = belowOneOf(PAGES.filter((page) => page.isSecret));

/** The path as pages know it: one slash at the start, none at the end, no query. */
export function pagePath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  // A path of two slashes would name another host in a redirection.
  return `/${path.replace(/^[/\\]+/, '').replace(/\/+$/, '')}`;
}

/** The page's path, with the part of the query that a page's HTML depends on: how a payment ended, and no more. */
export function pageAddress(url: string): string {
  const path = pagePath(url);
  const [id] = PAGE_ENTRIES.find(([, row]) => row.path === path) ?? [];
  const rules = id && PAGE_RULES[id];
  if (!rules || !('query' in rules)) return path;
  const [, query = ''] = url.split(/[?#]/);
  const given = new URLSearchParams(query);
  const kept = Object.entries<readonly string[]>(rules.query).flatMap(([name, values]) => {
    const value = given.get(name);
    return value !== null && values.includes(value) ? [[name, value]] : [];
  });
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path;
}

/** Whether there are only so many such pages: strangers cannot think of more of them. */
export function isKnownPage(path: string): boolean {
  return STILL_PAGES.has(path) || DETAIL_PAGE.test(path);
}

export function isListed(path: string): boolean {
  return !HIDDEN_PAGE.test(path);
}

export function isSecret(path: string): boolean {
  return SECRET_PAGE.test(path);
}

function hasParameter(path: string): boolean {
  return path.includes(':');
}

/** What stands before the first parameter. */
function fixedPart(path: string): string {
  return path.replace(/\/:.*/, '');
}

/** Matches the pages and whatever stands below them. */
function belowOneOf(pages: Page[]): RegExp {
  return oneOf(pages.flatMap(({ spellings }) => spellings.map((path) => `${fixedPart(path)}(/.*)?`)));
}

/** The paths of the table are letters, hyphens and slashes: nothing in them means something else to a pattern. */
function oneOf(patterns: string[]): RegExp {
  return new RegExp(`^(${patterns.join('|')})$`, 's');
}
