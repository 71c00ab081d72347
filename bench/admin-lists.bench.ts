// The list of accounts for staff with a million accounts, compared with a read by primary key.
import pg from 'pg';
import { quantile, report, reportBudgets } from './budgets.ts';
import { withPortal } from './measured-portal.ts';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { selectUsers } from '../apps/server/src/features/accounts/admin/user-list.queries.ts';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { scansDuring } from '../apps/server/src/test/plans.ts';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import type { Portal } from '../e2e/support/portal.ts';

const ACCOUNTS = 1_000_000;
const ROUNDS = 20;
const CALLS_A_ROUND = 60;
const AT_ONCE = 2;
const AT_MOST = 3;

type Path = (number: number) => string;

const list = (query: Record<string, string>) => `/admin/users?${new URLSearchParams(query)}`;

const FIRST = 'Dark,Sir,Lady,xX,the,Mighty,Iron,Fire,Moon,Star,Ice,Old,Red,Wild,Grim,Blue'.split(',');
const SECOND =
  'Wolf,Knight,mage,Hunter,lord,Blade,Fox,Raven,Drake,Priest,Bear,Witch,Rogue,King,Monk,Elf'.split(',');

/** The names that `fill` generates: 256 words, each with about four thousand numbers. */
const wordOf = (number: number) =>
  `${FIRST[number % FIRST.length]}${SECOND[Math.floor(number / FIRST.length) % SECOND.length]}`;
const nameOf = (number: number) => `${wordOf(number)}${number}`;
const emailOf = (number: number) => `p${number}@${number % 2 === 0 ? 'mail' : 'post'}.example`;
const SORTS = ['accountDBID', '-registerTime', 'userName', '-lastLoginTime', 'email'];

const sortOf = (number: number) => SORTS[number % SORTS.length] ?? '';

const OWNER = {
  accountId: 1,
  userName: 'owner',
  permission: 32,
  webMgt: 1,
  sections: [],
  sessionHash: Buffer.alloc(0),
};

const KEY_READ: Path = (number) => `/admin/users/${number}`;

const COMMON: Record<string, Path> = {
  'a page of the list': (number) => list({ page: String(1 + (number % 20)), sort: sortOf(number) }),
  'a search by name': (number) => list({ search: nameOf(number) }),
  'a search by e-mail': (number) => list({ search: emailOf(number) }),
  'a search by id': (number) => list({ search: String(number) }),
};

const RARE: Record<string, Path> = {
  'a search for a part of a name': (number) => list({ search: nameOf(number).slice(2, -1) }),
  'a search for a word that four thousand have': (number) => list({ search: wordOf(number) }),
  'a search for what half of all have': () => list({ search: 'mail.example' }),
  'a search for what nobody has': (number) => list({ search: `zq${number}` }),
  'a search for two letters': (number) => list({ search: wordOf(number).slice(0, 2) }),
  'a window in the middle of all': (number) =>
    list({ pageSize: 'all', page: String(4000 + (number % 2000)), sort: sortOf(number) }),
};

await withPortal({}, async (portal) => {
  await fill(portal);
  const get = await caller(portal);
  await timed(() => get(KEY_READ(anyNumber())), 200);
  for (const path of Object.values({ ...COMMON, ...RARE })) await timed(() => get(path(anyNumber())), 20);
  const keyReads: number[] = [];
  const common = new Map<string, number[]>(Object.keys(COMMON).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    keyReads.push(...(await timed(() => get(KEY_READ(anyNumber())), CALLS_A_ROUND)));
    for (const [name, path] of Object.entries(COMMON))
      common.get(name)?.push(...(await timed(() => get(path(anyNumber())), CALLS_A_ROUND)));
  }
  reportLatency('one account by its primary key', keyReads);
  for (const [name, latencies] of common) reportLatency(name, latencies);
  for (const [name, path] of Object.entries(RARE))
    reportLatency(name, await timed(() => get(path(anyNumber())), 60));
  await reportPlans(portal);
  reportBudgets(
    [...common].map(([name, latencies]) => ({
      name: `${name}, p99 over that of a read by primary key`,
      measured: quantile(latencies, 0.99) / quantile(keyReads, 0.99),
      atMost: AT_MOST,
      unit: ' ×',
    })),
  );
});

function anyNumber(): number {
  return 1 + Math.floor(Math.random() * ACCOUNTS);
}

function reportLatency(name: string, latencies: number[]): void {
  report(`${name}, p50`, quantile(latencies, 0.5), ' ms');
  report(`${name}, p99`, quantile(latencies, 0.99), ' ms');
}

async function fill(portal: Portal): Promise<void> {
  const client = new pg.Client(await portal.connection());
  await client.connect();
  try {
    // Constraints, triggers and updates of the trigram index per row would take most of the time.
    await client.query('set session_replication_role = replica');
    await client.query('drop index account_search_text_idx');
    await client.query(
      `insert into accounts (id, user_name, email, password_hash, registered_at, last_login_at)
       overriding system value
       select 10 + n, ($1::text[])[1 + n % 16] || ($2::text[])[1 + n / 16 % 16] || n,
              'p' || n || '@' || (array['mail', 'post'])[1 + n % 2] || '.example', 'none',
              now() - make_interval(mins => (random() * 1000000)::int),
              case when random() < 0.7 then now() - make_interval(mins => (random() * 100000)::int) end
       from generate_series(1, $3::int) n`,
      [FIRST, SECOND, ACCOUNTS],
    );
    await client.query(
      `insert into account_search select id, lower(user_name), lower(email), registered_at from accounts
       on conflict do nothing`,
    );
    await client.query(
      `create index account_search_text_idx on account_search
         using gin (user_name gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off)`,
    );
    await client.query('vacuum analyze accounts, account_search');
  } finally {
    await client.end();
  }
}

/** Creates a function that calls the API as the owner. */
async function caller({ origin, owner }: Portal): Promise<(path: string) => Promise<void>> {
  const signedIn = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: owner.name, password: owner.password }),
  });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  return async (path) => {
    const answer = await fetch(`${origin}/api${path}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    await answer.text();
    if (answer.status !== 200 && answer.status !== 404)
      throw new Error(`${path} was answered by ${answer.status}.`);
  };
}

/** The latency of each call in milliseconds, with AT_ONCE calls at a time. */
async function timed(call: () => Promise<void>, count: number): Promise<number[]> {
  const latencies: number[] = [];
  let left = count;
  const work = async (): Promise<void> => {
    for (; left > 0; left -= 1) {
      const startedAt = performance.now();
      await call();
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return latencies;
}

/** Prints the scans of each list. A sequential scan of an account table fails the benchmark. */
async function reportPlans(portal: Portal): Promise<void> {
  const pool = new pg.Pool({ ...(await portal.connection()), max: 1 });
  try {
    for (const [name, path] of Object.entries({ ...COMMON, ...RARE })) {
      const query = new URL(path(anyNumber()), portal.origin).searchParams;
      const scans = await scansDuring({ pool }, (db) =>
        selectUsers(db, OWNER, {
          search: query.get('search') ?? '',
          page: Number(query.get('page') ?? 1),
          pageSize: query.get('pageSize') === 'all' ? 'all' : '10',
          sort: 'accountDBID',
        }),
      );
      console.log(`  ${name}: ${[...new Set(scans)].join(', ')}`);
      if (scans.some((scan) => scan.startsWith('Seq Scan account'))) process.exitCode = 1;
    }
  } finally {
    await pool.end();
  }
}
