// Staff's search over everything with a million accounts, compared with reading one account by its primary key.
import { quantile, report, reportBudgets } from './support/budgets.ts';
import { type Callers, startCallers } from './support/callers.ts';
import { emailOf, fillAccounts, nameOf, wordOf } from './support/fill-accounts.ts';
import { fillRecords } from './support/fill-records.ts';
import { signInOwner, withPortal } from './support/measured-portal.ts';
import type { Portal } from '#e2e/portal.ts';

const ACCOUNTS = 1_000_000;
const ROUNDS = 12;
const CALLS = 20;

type Path = (number: number) => string;

const search = (q: string) => `/admin/search?${new URLSearchParams({ q })}`;

const KEY_READ = 'one account by its primary key';

/** The first is what the others are compared with. */
const PATHS: Record<string, Path> = {
  [KEY_READ]: (number) => `/admin/users/${number}`,
  'a name': (number) => search(nameOf(number)),
  'the beginning that four thousand names have': (number) => search(wordOf(number)),
  'two letters': (number) => search(wordOf(number).slice(0, 2)),
  'one letter': (number) => search(wordOf(number).slice(0, 1)),
  'an e-mail address': (number) => search(emailOf(number)),
  'a number': (number) => search(`#${number}`),
  'an IP address': (number) => search(`10.1.${number % 256}.7`),
  'a payment': (number) => search(`pi_${number}`),
  'a product': (number) => search(`great thing ${5 + (number % 9000)}`),
  'an article': (number) => search(((1 + (number % 9000)) * 7919).toString(16)),
  'what nobody has': (number) => search(`zq${number}`),
};

await withPortal({}, async (portal) => {
  await fillAccounts(portal, ACCOUNTS);
  await fillSearched(portal);
  const callers = startCallers(portal.origin, await signInOwner(portal));
  try {
    reportBudgets(budgetsOf(await measure(portal, callers)));
  } finally {
    callers.stop();
  }
});

async function measure(portal: Portal, { call }: Callers): Promise<Map<string, number[]>> {
  const latencies = new Map<string, number[]>();
  for (const path of Object.values(PATHS)) await call(pathsOf(path), 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    // No member of staff may search or read so much in so short a time.
    await portal.sql('delete from rate_limits');
    for (const [name, path] of Object.entries(PATHS)) {
      const outcome = await call(pathsOf(path), 1);
      latencies.set(name, [...(latencies.get(name) ?? []), ...outcome.latencies]);
    }
  }
  for (const [name, measured] of latencies) {
    report(`${name}, p50`, quantile(measured, 0.5), ' ms');
    report(`${name}, p99`, quantile(measured, 0.99), ' ms');
  }
  return latencies;
}

function budgetsOf(latencies: Map<string, number[]>) {
  const of = (name: string, share: number) => quantile(latencies.get(name) ?? [], share);
  const ratio = (name: string, share: number) => of(name, share) / of(KEY_READ, share);
  const compared = 'over that of a read by primary key';
  return Object.keys(PATHS)
    .slice(1)
    .flatMap((name) => [
      { name: `a search for ${name}, p50 ${compared}`, measured: ratio(name, 0.5), atMost: 3, unit: ' ×' },
      { name: `a search for ${name}, p99 ${compared}`, measured: ratio(name, 0.99), atMost: 5, unit: ' ×' },
    ]);
}

function pathsOf(path: Path): string[] {
  return Array.from({ length: CALLS }, () => path(11 + Math.floor(Math.random() * (ACCOUNTS - 11))));
}

/** A character and an address for each account, an order for every other, and a catalogue and articles in proportion. */
async function fillSearched(portal: Portal): Promise<void> {
  await portal.sql(
    `update account_activity set last_ip = '10.1.' || account_id % 256 || '.' || account_id / 256 % 256`,
  );
  const tables = ['characters', 'products', 'news', 'patch_notes'] as const;
  await fillRecords(portal, { accounts: ACCOUNTS, rows: ACCOUNTS, tables });
  await fillRecords(portal, { accounts: ACCOUNTS, rows: ACCOUNTS / 2, tables: ['orders'] });
}
