// How much slower a portal with a million accounts and a million waiting deliveries is than one with ten thousand.
import { createHash, randomBytes } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { quantile, report, reportBudgets } from './support/budgets.ts';
import { emailOf, fillAccounts, nameOf } from './support/fill-accounts.ts';
import { signInOwner, withPortal } from './support/measured-portal.ts';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { updateDeliveriesLeased } from '../apps/server/src/features/deliveries/leases.queries.ts';
import type { Portal } from '#e2e/portal.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
/** Of players who look at their profile. */
const SESSIONS = 2_000;
const ROUNDS = 15;
const CALLS_A_ROUND = 40;
const LEASES_A_ROUND = 3;
const LEASE = 100;
const AT_MOST = 1.3;
const LEASE_NAME = `a lease of ${LEASE}`;

/** Does one of its kind of call. */
type Call = () => Promise<unknown>;

// Both at once and in turn, so that a busy machine slows both.
await withPortal({}, async (small) => {
  await withPortal({}, async (large) => {
    const [ofSmall, ofLarge] = [await prepare(small, SMALL), await prepare(large, LARGE)];
    const latencies = new Map<string, { small: number[]; large: number[] }>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, call] of Object.entries(ofSmall.calls)) {
        const of = latencies.get(name) ?? { small: [], large: [] };
        latencies.set(name, of);
        const count = name === LEASE_NAME ? LEASES_A_ROUND : CALLS_A_ROUND;
        of.small.push(...(await timed(call, count)));
        of.large.push(...(await timed(callOf(ofLarge.calls, name), count)));
      }
    }
    await Promise.all([ofSmall.end(), ofLarge.end()]);
    for (const [name, of] of latencies) {
      report(`${name}, p50 at ten thousand`, quantile(of.small, 0.5), ' ms');
      report(`${name}, p50 at a million`, quantile(of.large, 0.5), ' ms');
    }
    reportBudgets(
      [...latencies].map(([name, of]) => ({
        name: `${name}, p50 at a million over that at ten thousand`,
        measured: quantile(of.large, 0.5) / quantile(of.small, 0.5),
        atMost: AT_MOST,
        unit: ' ×',
      })),
    );
  });
});

function callOf(calls: Record<string, Call>, name: string): Call {
  const call = calls[name];
  if (!call) throw new Error(`There is no '${name}'.`);
  return call;
}

/** Fills a portal. The calls read anything in it, so that no page is cached because it was just read. */
async function prepare(
  portal: Portal,
  count: number,
): Promise<{ calls: Record<string, Call>; end: () => Promise<void> }> {
  await fillAccounts(portal, count);
  const pool = new pg.Pool({ ...(await portal.connection()), max: 1 });
  const tokens = await insertSessions(pool, count);
  await insertWaiting(pool, count);
  await pool.query('vacuum analyze sessions, deliveries');
  const owner = await signInOwner(portal);
  const any = () => 1 + Math.floor(Math.random() * count);
  const read = async (path: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${portal.origin}/api${path}`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  };
  const list = (query: Record<string, string>) => read(`/admin/users?${new URLSearchParams(query)}`, owner);
  let leases = 0;
  const calls: Record<string, Call> = {
    'a page of the list': () => list({ page: String(1 + (any() % 20)), sort: 'userName' }),
    'a search by name': () => list({ search: nameOf(any()) }),
    'a search by e-mail': () => list({ search: emailOf(any()) }),
    'a profile': () => read('/user/profile', tokens[any() % tokens.length] ?? ''),
    [LEASE_NAME]: () => lease(pool, 1 + ((leases += 1) % 2)),
  };
  for (const call of Object.values(calls)) await timed(call, 30);
  return { calls, end: () => pool.end() };
}

/** Sessions of accounts all over the table. */
async function insertSessions(pool: pg.Pool, accounts: number): Promise<string[]> {
  const tokens = Array.from({ length: SESSIONS }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await pool.query(
    `insert into sessions (token_hash, account_id)
     select hash, 11 + (n - 1) * ($2::int / $3::int)
     from unnest($1::bytea[]) with ordinality as token (hash, n)`,
    [hashes, accounts, SESSIONS],
  );
  return tokens;
}

/** Waiting deliveries on two game servers, each for a character. */
async function insertWaiting(pool: pg.Pool, count: number): Promise<void> {
  // Constraints and triggers per row would take most of the time.
  await pool.query('set session_replication_role = replica');
  await pool.query(`insert into game_servers (name, slug, position) values ('North', 'north', 1)`);
  await pool.query(
    `insert into deliveries
       (account_id, server_id, character_id, character_name, idempotency_key, effect, kind, item_id, quantity)
     select 11 + n % $1::int, 1 + n % 2, n, 'Hero ' || n, 'key:' || n, 'grant', 'item', 7, 1
     from generate_series(1, $1::int) n`,
    [count],
  );
  await pool.query('set session_replication_role = default');
}

/** What was leased is due again afterwards, outside of the measured time. */
async function lease(pool: pg.Pool, serverId: number): Promise<() => Promise<unknown>> {
  const leased = await updateDeliveriesLeased(drizzle(pool), { serverId, limit: LEASE, leaseSeconds: 60 });
  if (leased.length !== LEASE) throw new Error(`Only ${leased.length} deliveries were leased.`);
  return () =>
    pool.query(
      `update deliveries set state = 'pending', attempts = 0, available_at = created_at where id = any($1::bigint[])`,
      [leased.map(({ id }) => id)],
    );
}

/** The milliseconds of each call. */
async function timed(call: Call, count: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now();
    const undo = await call();
    latencies.push(performance.now() - startedAt);
    if (typeof undo === 'function') await undo();
  }
  return latencies;
}
