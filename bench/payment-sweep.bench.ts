// The daily sweep of 100 000 refunds at the payment provider, a thousand of them of orders of this portal. The lists of disputes
// and checkouts are empty.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { report, reportBudgets } from './support/budgets.ts';
import { withPortal } from './support/measured-portal.ts';
import type { Portal } from '#e2e/portal.ts';

const REFUNDS = 100_000;
const PAGE = 100;
/** Every hundredth refund is of an order of ours. */
const ORDERS = REFUNDS / 100;
/** Refunds, disputes and checkouts. */
const SUBJECTS = 3;
const WITHIN_MS = 300_000;
const SAMPLE_MS = 10;

const provider = await serveRefunds();
const env = {
  STRIPE_SECRET_KEY: 'rk_test_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_bench',
  STRIPE_API_BASE: provider.url,
};
try {
  await withPortal(env, async (portal) => {
    await untilSwept(portal);
    await insertOrders(portal);
    await portal.sql('update payment_sweeps set finished_at = null, swept_until = null');
    provider.pages = 0;
    const startedAt = performance.now();
    await portal.sql(`insert into pgboss.job (name, data) values ('orders.sweep_payments', '{}')`);
    const longestMs = await untilSwept(portal);
    report('sweep of a hundred thousand refunds', (performance.now() - startedAt) / 1000, ' s');
    reportBudgets([
      { name: 'pages of refunds that were read', measured: provider.pages, atMost: REFUNDS / PAGE },
      { name: 'the longest transaction meanwhile', measured: longestMs, atMost: 1000, unit: ' ms' },
      { name: 'orders of this portal that were woken', measured: await countWoken(portal), atLeast: ORDERS },
    ]);
  });
} finally {
  provider.close();
}

/** @returns the age of the oldest transaction that was seen, in milliseconds */
async function untilSwept(portal: Portal): Promise<number> {
  let longestMs = 0;
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline; await pause(SAMPLE_MS)) {
    const [row] = await portal.sql<{ swept: number; oldest: number }>(`
      select (select count(*)::int from payment_sweeps where finished_at is not null and began_at is null) as swept,
        (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float8
         from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend') as oldest`);
    longestMs = Math.max(longestMs, row?.oldest ?? 0);
    if (row?.swept === SUBJECTS) return longestMs;
  }
  throw new Error('The sweep did not finish.');
}

/** Paid orders without a session, so that waking them asks nothing of the provider. */
async function insertOrders(portal: Portal): Promise<void> {
  await portal.sql(
    `insert into orders (reference, account_id, product_id, product_name, price_cents, provider, is_live, state,
       payment_intent_id, expires_at, paid_at)
     select 'waygate-bench-' || n, (select min(id) from accounts), (select min(id) from products), 'Bench', 499, 'stripe',
       false, 'paid', 'pi_' || n * 100, now(), now()
     from generate_series(0, $1 - 1) n`,
    [ORDERS],
  );
}

async function countWoken(portal: Portal): Promise<number> {
  const [row] = await portal.sql<{ woken: number }>(`
    select count(distinct data ->> 'orderId')::int as woken from pgboss.job where name = 'orders.settle_reversed'`);
  return row?.woken ?? 0;
}

/** Stripe's lists, as far as the sweep and the check of the setup read them. */
async function serveRefunds() {
  const newestSeconds = Math.floor(Date.now() / 1000);
  const served = { url: '', pages: 0, close: () => {} };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.test');
    const isSweep = pathname === '/v1/refunds' && searchParams.get('limit') === String(PAGE);
    const start = Number(searchParams.get('starting_after')?.replace('re_', '') ?? -1) + 1;
    const count = isSweep ? Math.min(PAGE, REFUNDS - start) : 0;
    if (isSweep) served.pages += 1;
    const data = Array.from({ length: count }, (_, index) => ({
      id: `re_${start + index}`,
      object: 'refund',
      created: newestSeconds,
      status: 'succeeded',
      payment_intent: { id: `pi_${start + index}`, object: 'payment_intent', metadata: {} },
    }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ object: 'list', url: pathname, has_more: start + count < REFUNDS && isSweep, data }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  served.url = `http://127.0.0.1:${port}`;
  served.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return served;
}
