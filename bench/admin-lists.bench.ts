// Lists for staff with a million accounts and a million rows of each kind, compared with reading one account by its primary key.
import { listPaths } from './support/admin-lists.ts';
import { median, quantile, report, reportBudgets } from './support/budgets.ts';
import { type Callers, startCallers } from './support/callers.ts';
import { emailOf, fillAccounts, nameOf, wordOf } from './support/fill-accounts.ts';
import { fillRecords } from './support/fill-records.ts';
import { signInOwner, withPortal } from './support/measured-portal.ts';
import type { Portal } from '#e2e/portal.ts';

const ACCOUNTS = 1_000_000;
const ROUNDS = 12;
const CALLS = 40;
/** Of fewer, a p99 would be the slowest but one, which any pause of the machine decides. */
const RARE_CALLS = 25;
const FILTERED_CALLS = 3;
const AT_ONCE = 16;
const CALLS_AT_ONCE = 320;

type Path = (number: number) => string;

const list = (query: Record<string, string>) => `/admin/users?${new URLSearchParams(query)}`;
const SORTS = ['accountDBID', '-registerTime', 'userName', '-lastLoginTime', 'email'];
const sortOf = (number: number) => SORTS[number % SORTS.length] ?? '';

const KEY_READ = 'one account by its primary key';
const SELECTIVE = 'a search by name';
const BROAD = 'a search for a word that four thousand have';

const COMMON: Record<string, Path> = {
  [KEY_READ]: (number) => `/admin/users/${number}`,
  'a page of the list': (number) => list({ page: String(1 + (number % 20)), sort: sortOf(number) }),
  [SELECTIVE]: (number) => list({ search: nameOf(number) }),
  'a search by e-mail': (number) => list({ search: emailOf(number) }),
  'a search by id': (number) => list({ search: String(number) }),
};

const RARE: Record<string, Path> = {
  [BROAD]: (number) => list({ search: wordOf(number) }),
  'the same by name': (number) => list({ search: wordOf(number), sort: 'userName' }),
  'the same by e-mail': (number) => list({ search: wordOf(number), sort: '-email' }),
  'the same by last sign-in': (number) => list({ search: wordOf(number), sort: '-lastLoginTime' }),
  'the same for the middle of a word': (number) => list({ search: wordOf(number).slice(1, -1) }),
  'a search for a part of a name': (number) => list({ search: nameOf(number).slice(2, -1) }),
  'a search for what half of all have': () => list({ search: 'mail.example' }),
  'a search for what nobody has': (number) => list({ search: `zq${number}` }),
  'a search for two letters': (number) => list({ search: wordOf(number).slice(0, 2) }),
  'a window in the middle of all': (number) =>
    list({ pageSize: 'all', page: String(4000 + (number % 2000)), sort: sortOf(number) }),
};

/** Every list and filter over a read by primary key. Measured: 0.5 to 4. */
const LISTED_AT_MOST = 4;
/** Reads what waits in seven lists, and each delivery that nothing moves. Measured: 5. */
const START_PAGE_AT_MOST = 7;
/** Looks at the transactions of all of the player's coins. Measured: 3.4. */
const RARE_COINS_AT_MOST = 6;

function atMostOf(name: string): number {
  if (name === 'the start page') return START_PAGE_AT_MOST;
  return /^a busy player's coins, reason (adjustment|returned)/.test(name)
    ? RARE_COINS_AT_MOST
    : LISTED_AT_MOST;
}

const MIXED = Object.entries(COMMON).flatMap(([name, path]) => (name === KEY_READ ? [] : [path]));

await withPortal({}, async (portal) => {
  await fillAccounts(portal, ACCOUNTS);
  await fillRecords(portal, { accounts: ACCOUNTS, rows: ACCOUNTS });
  const callers = startCallers(portal.origin, await signInOwner(portal));
  try {
    const latencies = await measureOneAtATime(portal, callers);
    const lists = await measureLists(portal, callers);
    const shares = await measureAtOnce(portal, callers);
    reportBudgets([...latencyBudgets(latencies), ...lists, ...shares]);
  } finally {
    callers.stop();
  }
});

async function measureOneAtATime(portal: Portal, { call }: Callers): Promise<Map<string, number[]>> {
  const latencies = new Map<string, number[]>();
  for (const path of Object.values({ ...COMMON, ...RARE })) await call(pathsOf([path], RARE_CALLS), 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    await allowReading(portal);
    for (const [name, path] of Object.entries({ ...COMMON, ...RARE })) {
      const outcome = await call(pathsOf([path], name in RARE ? RARE_CALLS : CALLS), 1);
      latencies.set(name, [...(latencies.get(name) ?? []), ...outcome.latencies]);
    }
  }
  for (const [name, measured] of latencies) {
    report(`${name}, p50`, quantile(measured, 0.5), ' ms');
    report(`${name}, p99`, quantile(measured, 0.99), ' ms');
  }
  return latencies;
}

function latencyBudgets(latencies: Map<string, number[]>) {
  const of = (name: string, share: number) => quantile(latencies.get(name) ?? [], share);
  return [
    ...Object.keys(COMMON)
      .filter((name) => name !== KEY_READ)
      .map((name) => ({
        name: `${name}, p50 over that of a read by primary key`,
        measured: of(name, 0.5) / of(KEY_READ, 0.5),
        atMost: 2,
        unit: ' ×',
      })),
    ...Object.keys(RARE)
      .filter((name) => name === BROAD || name.startsWith('the same by'))
      .map((name) => ({
        name: `${name}, p99 over that of a read by primary key`,
        measured: of(name, 0.99) / of(KEY_READ, 0.99),
        atMost: 5,
        unit: ' ×',
      })),
  ];
}

/** Every list with each of its filters, one at a time. */
async function measureLists(portal: Portal, { call }: Callers) {
  const paths = listPaths();
  const latencies = new Map<string, number[]>();
  const keyReads: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, path] of paths) {
      await allowReading(portal);
      keyReads.push(...(await call(pathsOf([COMMON[KEY_READ]], 1), 1)).latencies);
      const outcome = await call(pathsOf([path], FILTERED_CALLS), 1);
      latencies.set(name, [...(latencies.get(name) ?? []), ...outcome.latencies]);
    }
  }
  return [...latencies].map(([name, measured]) => ({
    name: `${name}, p50 over that of a read by primary key`,
    measured: quantile(measured, 0.5) / quantile(keyReads, 0.5),
    atMost: atMostOf(name),
    unit: ' ×',
  }));
}

/** Lists and searches by sixteen members of staff at once, against as many reads by primary key. */
async function measureAtOnce(portal: Portal, { call }: Callers) {
  const shares: number[] = [];
  const rates: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await allowReading(portal);
    const lists = await call(pathsOf(MIXED, CALLS_AT_ONCE), AT_ONCE);
    const keyReads = await call(pathsOf([COMMON[KEY_READ]], CALLS_AT_ONCE), AT_ONCE);
    latencies.push(...lists.latencies);
    rates.push(CALLS_AT_ONCE / lists.seconds);
    shares.push(keyReads.seconds / lists.seconds);
  }
  report(`lists and searches a second, ${AT_ONCE} at a time`, median(rates));
  report(`lists and searches, ${AT_ONCE} at a time, p50`, quantile(latencies, 0.5), ' ms');
  const name = `lists and searches, ${AT_ONCE} at a time, share of the reads by primary key`;
  return [{ name, measured: median(shares), atLeast: 0.5 }];
}

/** Such paths in turn, each for any account. */
function pathsOf(paths: (Path | undefined)[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const path = paths[index % paths.length];
    return path?.(1 + Math.floor(Math.random() * ACCOUNTS)) ?? '';
  });
}

/** No member of staff may read so much in an hour. */
async function allowReading({ sql }: Portal): Promise<void> {
  await sql(`delete from rate_limits where key like '% by %'`);
}
