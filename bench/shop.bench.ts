// Webhooks, compared with a plain insert of the same bytes, and two hundred concurrent purchases.
import { createHmac, randomUUID } from 'node:crypto';
import pg from 'pg';
import { median, quantile, report, reportBudgets } from './support/budgets.ts';
import { withPortal } from './support/measured-portal.ts';
import type { Portal } from '#e2e/portal.ts';
import { buy, openShop } from '#e2e/shoppers.ts';

const ROUNDS = 7;
const WEBHOOKS_A_ROUND = 400;
const AT_ONCE = 4;
const SHOPPERS = 200;
const PAID_WITHIN_MS = 60_000;

await withPortal({ RECONCILE_SECONDS: '5' }, async (portal) => {
  // The p99 of each round. Their median counts, because one pause of the disk decides a p99 of all.
  const webhooks: number[] = [];
  const inserts: number[] = [];
  const post = await webhookPoster(portal);
  const bare = await bareInserter(portal);
  // V8 compiles what a webhook and its job run only after several hundred of them.
  await timed(post, 2 * WEBHOOKS_A_ROUND);
  await timed(bare.insert, WEBHOOKS_A_ROUND);
  for (let round = 0; round < ROUNDS; round++) {
    inserts.push(quantile(await timed(bare.insert, WEBHOOKS_A_ROUND), 0.99));
    webhooks.push(quantile(await timed(post, WEBHOOKS_A_ROUND), 0.99));
  }
  await bare.end();
  report('webhook p99', median(webhooks), ' ms');
  report('bare insert p99', median(inserts), ' ms');

  const startedAt = performance.now();
  const paid = await purchaseAtOnce(portal);
  report('two hundred purchases, until all are paid', (performance.now() - startedAt) / 1000, ' s');
  reportBudgets([
    {
      name: 'webhook p99, times that of a bare insert',
      measured: median(webhooks) / median(inserts),
      atMost: 7,
    },
    {
      name: 'purchases of two hundred at once that were paid and granted',
      measured: paid,
      atLeast: SHOPPERS,
    },
  ]);
});

/** The latency of each call in milliseconds, with AT_ONCE calls at a time. */
async function timed(call: () => Promise<void>, count: number): Promise<number[]> {
  const latencies: number[] = [];
  let left = count;
  const caller = async (): Promise<void> => {
    for (; left > 0; left -= 1) {
      const startedAt = performance.now();
      await call();
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return latencies;
}

/** Posts a new event each time, signed as Stripe signs: https://docs.stripe.com/webhooks#verify-manually */
async function webhookPoster({ origin, sql }: Portal): Promise<() => Promise<void>> {
  const [settings] = await sql<{ webhook_secret: string }>('select webhook_secret from sandbox_settings');
  const secret = settings?.webhook_secret ?? '';
  return async () => {
    const body = eventBody();
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const answer = await fetch(`${origin}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
      body,
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`A webhook was answered by ${answer.status}.`);
  };
}

async function bareInserter(
  portal: Portal,
): Promise<{ insert: () => Promise<void>; end: () => Promise<void> }> {
  await portal.sql('create table bench_events (event_id text primary key, payload jsonb not null)');
  const pool = new pg.Pool({ ...(await portal.connection()), max: AT_ONCE });
  return {
    insert: async () => {
      await pool.query('insert into bench_events (event_id, payload) values ($1, $2)', [
        randomUUID(),
        eventBody(),
      ]);
    },
    end: () => pool.end(),
  };
}

/** An event of an unknown checkout: it is stored and processed without effect. */
function eventBody(): string {
  const session = {
    id: `cs_test_${randomUUID()}`,
    object: 'checkout.session',
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    amount_total: 499,
    currency: 'eur',
    client_reference_id: 'somebody-else',
    livemode: false,
    metadata: {},
  };
  return JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type: 'checkout.session.completed',
    data: { object: session },
  });
}

/** @returns how many orders were paid and have a delivery */
async function purchaseAtOnce(portal: Portal): Promise<number> {
  const { shoppers, productId } = await openShop(portal, SHOPPERS);
  await Promise.all(shoppers.map((shopper) => buy(() => portal.origin, shopper, productId)));
  const deadline = Date.now() + PAID_WITHIN_MS;
  for (;;) {
    const [row] = await portal.sql<{ granted: number }>(
      `select count(*)::int as granted from orders o join deliveries d on d.order_id = o.id where o.state = 'paid'`,
    );
    const granted = row?.granted ?? 0;
    if (granted >= SHOPPERS || Date.now() > deadline) return granted;
  }
}
