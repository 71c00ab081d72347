// A lease of 100 deliveries with their targets over two game servers, with a million delivered and a million waiting ones,
// compared with the same lease of a queue that is nearly empty.
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { quantile, report, reportBudgets } from './support/budgets.ts';
import { withPortal } from './support/measured-portal.ts';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { updateDeliveriesLeased } from '../apps/server/src/features/deliveries/leases.queries.ts';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { type Plan, plansDuring, stepsOf } from '../apps/server/src/test/plans.ts';

const ACCOUNTS = 100_000;
const DELIVERED = 1_000_000;
const WAITING = 1_000_000;
const LEASE = 100;
const ROUNDS = 60;
/** Deeper indexes cost something; a read of all that waits would cost thousands of times as much. */
const AT_MOST = 5;
const MAX_BUFFERS = 5000;
const INDEXES = [
  'deliveries_due_by_server_idx',
  'deliveries_pkey',
  'game_accounts_pkey',
  'game_accounts_account_idx',
];

await withPortal({}, async (portal) => {
  const pool = new pg.Pool({ ...(await portal.connection()), max: 1 });
  try {
    // Constraints and triggers per row would take most of the time.
    await pool.query('set session_replication_role = replica');
    await pool.query(`insert into game_servers (name, slug, position) values ('North', 'north', 1)`);
    await pool.query(
      `insert into accounts (id, user_name, email, password_hash)
       overriding system value
       select 10 + n, 'player' || n, 'p' || n || '@mail.example', 'none' from generate_series(1, $1::int) n`,
      [ACCOUNTS],
    );
    await pool.query(
      `insert into game_accounts (server_id, account_id, login, game_account_id, state)
       select server, 10 + n, 'player' || n, n, 'active'
       from generate_series(1, $1::int) n, (values (1), (2)) as servers (server)`,
      [ACCOUNTS],
    );
    await insertWaiting(pool, 4 * LEASE);
    await pool.query('vacuum analyze deliveries, game_accounts, accounts');
    const baseline = await timedLeases(pool);
    await pool.query(
      `insert into deliveries
         (account_id, server_id, character_id, idempotency_key, effect, kind, item_id, quantity, state, leases, settled_at)
       select 10 + 1 + n % $1::int, 1 + n % 2, n, 'done:' || n, 'grant', 'item', 7, 1, 'applied', 1, now()
       from generate_series(1, $2::int) n`,
      [ACCOUNTS, DELIVERED],
    );
    await insertWaiting(pool, WAITING);
    await pool.query('vacuum analyze deliveries');
    const full = await timedLeases(pool);
    const plans = await Promise.all(
      [1, 2].map((serverId) =>
        plansDuring({ pool }, (db) =>
          updateDeliveriesLeased(db, { serverId, limit: LEASE, leaseSeconds: 60 }),
        ),
      ),
    );
    const buffers = plans.flat().map((plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
    report('a lease of a short queue, p50', quantile(baseline, 0.5), ' ms');
    report('a lease among two million, p50', quantile(full, 0.5), ' ms');
    reportScans(plans.flat());
    reportBudgets([
      {
        name: 'a lease of 100 with targets among two million, p50 over that of a short queue',
        measured: quantile(full, 0.5) / quantile(baseline, 0.5),
        atMost: AT_MOST,
        unit: ' ×',
      },
      { name: 'buffers that it reads', measured: Math.max(...buffers), atMost: MAX_BUFFERS },
    ]);
  } finally {
    await pool.end();
  }
});

/** On both servers alike, each for a character. */
async function insertWaiting(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into deliveries
       (account_id, server_id, character_id, character_name, idempotency_key, effect, kind, item_id, quantity)
     select 10 + 1 + n % $1::int, 1 + n % 2, n, 'Hero ' || n, 'key:' || $2::int || ':' || n, 'grant', 'item', 7, 1
     from generate_series(1, $2::int) n`,
    [ACCOUNTS, count],
  );
}

/** The milliseconds of each lease, by the servers in turn. What was leased is due again afterwards. */
async function timedLeases(pool: pg.Pool): Promise<number[]> {
  const db = drizzle(pool);
  const latencies: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const leased = await updateDeliveriesLeased(db, {
      serverId: 1 + (round % 2),
      limit: LEASE,
      leaseSeconds: 60,
    });
    latencies.push(performance.now() - startedAt);
    if (leased.length !== LEASE) throw new Error(`Only ${leased.length} deliveries were leased.`);
    await pool.query(
      `update deliveries set state = 'pending', attempts = 0, available_at = created_at
       where id = any($1::bigint[])`,
      [leased.map(({ id }) => id)],
    );
  }
  // The first ones warm the caches.
  return latencies.slice(10);
}

/** Prints the indexes that the leases read. Any other read of a table fails the benchmark. */
function reportScans(plans: Plan[]): void {
  const scans = plans
    .flatMap(stepsOf)
    .filter((step) => step['Node Type'].endsWith('Scan') && step['Relation Name'] !== undefined)
    .map((step) => step['Index Name'] ?? `all of ${step['Relation Name']}`);
  console.log(`  a lease reads ${[...new Set(scans)].join(', ')}`);
  if (scans.some((scan) => !INDEXES.includes(scan))) process.exitCode = 1;
}
