import { BUSY_ACCOUNT } from './fill-records.ts';

/** Filters of a list as its query has them, each with a value for any number. */
type Filters = Record<string, (number: number) => Record<string, string>>;

type List = { path: string; filters?: Filters; sorts?: string[]; isSearched?: (number: number) => string };

const DAY_MS = 86_400_000;

/** A day of the last two years. */
const day = (number: number) => {
  const from = Date.now() - (1 + (number % 700)) * DAY_MS;
  return { from: new Date(from).toISOString(), to: new Date(from + DAY_MS).toISOString() };
};
/** Half of the time that rows are of. */
const year = () => ({ from: new Date(Date.now() - 365 * DAY_MS).toISOString() });
const account = (number: number) => ({ account: String(11 + (number % 900_000)) });
const anyOf = (name: string, values: string[]) =>
  Object.fromEntries(values.map((value) => [`${name} ${value}`, () => ({ [name]: value })]));
const PERIODS = { 'a day': day, 'since a year': year };
const servers = { 'a server': () => ({ server: '2' }) };

/** Every list of the admin panel that grows with the portal, with each of its filters. */
const ADMIN_LISTS: Record<string, List> = {
  accounts: {
    path: '/admin/users',
    filters: { ...anyOf('state', ['banned', 'unconfirmed', 'staff', 'erasure']), ...PERIODS },
    sorts: ['-registerTime', 'userName', 'email', '-lastLoginTime'],
  },
  orders: {
    path: '/admin/orders',
    filters: {
      ...anyOf('state', ['paid', 'expired', 'refunded', 'review', 'disputed', 'pending']),
      'an account': account,
      'a product': (number) => ({ product: String(1 + (number % 1000)) }),
      ...servers,
      ...PERIODS,
      'a price': (number) => ({ atLeast: `${number % 60}.99`, atMost: `${number % 60}.99` }),
      'a range of prices': () => ({ atLeast: '10', atMost: '30' }),
    },
    sorts: ['orderId'],
    isSearched: (number) => `pi_${number}`,
  },
  deliveries: {
    path: '/admin/deliveries',
    filters: {
      ...anyOf('state', [
        'all',
        'pending',
        'leased',
        'applied',
        'dead',
        'cancelled',
        'superseded',
        'unknown',
        'awaiting_character',
      ]),
      ...anyOf('failure', ['rejected', 'exhausted', 'suspicious_duplicate']),
      'a kind': () => ({ state: 'all', kind: 'club_days' }),
      'the common kind': () => ({ state: 'all', kind: 'item' }),
      'an account': (number) => ({ state: 'all', ...account(number) }),
      'a server': () => ({ state: 'all', server: '2' }),
      'a product': (number) => ({ state: 'all', product: String(1 + (number % 1000)) }),
      'a day': (number) => ({ state: 'all', ...day(number) }),
      'since a year': () => ({ state: 'all', ...year() }),
    },
    sorts: ['deliveryId'],
  },
  'unmatched payments': {
    path: '/admin/unmatched-payments',
    filters: anyOf('state', ['all', 'open', 'refunding', 'refunded', 'attached']),
    sorts: ['paymentId'],
    isSearched: (number) => `upi_${number}`,
  },
  audit: {
    path: '/admin/audit',
    filters: {
      'a member of staff': (number) => ({ staff: String(11 + (number % 40)) }),
      'an account': account,
      ...anyOf('kind', ['user.ban', 'product.update', 'user.update,user.ban']),
      ...PERIODS,
    },
    sorts: ['at'],
    isSearched: (number) => String(11 + number),
  },
  benefits: {
    path: '/admin/userBenefits',
    filters: { 'an account': account, ...anyOf('state', ['active', 'ended']) },
    sorts: ['benefitId', 'availableUntil', '-availableUntil'],
    isSearched: (number) => String(1 + (number % 40)),
  },
  characters: {
    path: '/admin/game/characters',
    filters: { 'an account': account, ...servers },
    sorts: ['level', '-level', 'accountDBID'],
    isSearched: (number) => `wolf${number}`,
  },
  inventory: {
    path: '/admin/game/inventory',
    filters: { 'an account': account, ...servers },
    sorts: ['-accountDBID'],
    isSearched: (number) => String(7000 + (number % 500)),
  },
  streamers: {
    path: '/admin/twitch/streamers',
    filters: anyOf('state', ['pending', 'approved', 'rejected', 'needs_new_link']),
    sorts: ['requestedAt'],
    isSearched: (number) => `streamer_${number}`,
  },
  'rule failures': {
    path: '/admin/twitch/rule-failures',
    filters: anyOf('rule', ['title', 'viewers', 'address', 'twitch_age']),
    sorts: ['lastAt'],
    isSearched: (number) => String(11 + number),
  },
  redeliveries: {
    path: '/admin/redeliveries',
    filters: {
      ...anyOf('state', ['queueing', 'with_game', 'failed', 'done']),
      'a member of staff': (number) => ({ staff: String(11 + (number % 40)) }),
      ...PERIODS,
    },
  },
  'past alerts': { path: '/admin/alerts/past', filters: { ...anyOf('alert', ['jobs_late']), ...PERIODS } },
  'lists of players': { path: '/admin/bulk' },
  budgets: { path: '/admin/budgets' },
  staff: {
    path: '/admin/staff',
    filters: anyOf('factor', ['has', 'missing']),
    sorts: ['role', '-lastActiveOn'],
  },
  products: {
    path: '/admin/products',
    filters: {
      ...anyOf('storefront', ['shop', 'donation']),
      ...anyOf('listing', ['listed', 'hidden']),
      ...servers,
      'a range of prices': () => ({ atLeast: '10', atMost: '30' }),
    },
    sorts: ['name', 'price', '-updatedAt'],
    isSearched: (number) => `great thing ${1 + (number % 10_000)}`,
  },
  articles: {
    path: '/admin/content/news',
    filters: { ...anyOf('state', ['draft', 'scheduled', 'live', 'ended']), ...PERIODS },
    isSearched: (number) => ((1 + (number % 10_000)) * 7919).toString(16),
  },
  'patch notes': {
    path: '/admin/content/patchnotes',
    filters: { ...anyOf('state', ['draft', 'scheduled', 'live', 'ended']), ...PERIODS },
    isSearched: (number) => ((1 + (number % 10_000)) * 7919).toString(16),
  },
  'the start page': { path: '/admin/today' },
  "a busy player's coins": {
    path: `/admin/users/${BUSY_ACCOUNT}/coins`,
    filters: {
      ...anyOf('currency', ['premium', 'second']),
      ...anyOf('reason', ['order', 'adjustment', 'spent', 'returned']),
      ...PERIODS,
      'an amount': () => ({ atLeast: '499' }),
    },
  },
  "a busy player's history": { path: `/admin/users/${BUSY_ACCOUNT}/history` },
  "a busy player's timeline": {
    path: `/admin/users/${BUSY_ACCOUNT}/timeline`,
    filters: { ...anyOf('kinds', ['order', 'coins', 'staff', 'sign_in']), ...PERIODS },
  },
};

/** The address of a page of a list for any number. */
type ListPath = (number: number) => string;

/** The first page of each list, each filter alone, all filters that go together, each order and a search. */
export function listPaths(): Map<string, ListPath> {
  const paths = new Map<string, ListPath>();
  for (const [name, { path, filters = {}, sorts = [], isSearched }] of Object.entries(ADMIN_LISTS)) {
    const at =
      (query: (number: number) => Record<string, string>): ListPath =>
      (number) =>
        `${path}?${new URLSearchParams(query(number))}`;
    paths.set(
      name,
      at(() => ({})),
    );
    for (const [filter, query] of Object.entries(filters)) paths.set(`${name}, ${filter}`, at(query));
    if (Object.keys(filters).length > 1)
      paths.set(
        `${name}, filters together`,
        at((number) =>
          Object.assign(
            {},
            ...Object.values(filters)
              .toReversed()
              .map((query) => query(number)),
          ),
        ),
      );
    for (const sort of sorts)
      paths.set(
        `${name} by ${sort}`,
        at(() => ({ sort })),
      );
    if (isSearched)
      paths.set(
        `${name}, searched`,
        at((number) => ({ search: isSearched(number) })),
      );
  }
  return paths;
}
