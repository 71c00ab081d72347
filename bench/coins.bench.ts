// Debits per second over the bridge, compared with ledger transactions that are written straight to the database.
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import pg from 'pg';
import { median, report, reportBudgets } from './support/budgets.ts';
import { withPortal } from './support/measured-portal.ts';
import type { Portal } from '#e2e/portal.ts';

const ROUNDS = 5;
const ROUND_SECONDS = 5;
const ACCOUNTS = 1000;
/** The connections to the database that a portal has. */
const AT_ONCE = 10;
const COINS = 1_000_000_000;
const BRIDGE_TOKEN = 'bench-token-of-the-coins-benchmark';

await withPortal({ BRIDGE_TOKEN }, async (portal) => {
  const accountIds = await createRichAccounts(portal);
  const pool = new pg.Pool({ ...(await portal.connection()), max: AT_ONCE });
  await debits(portal.origin, accountIds, 1);
  await transactions(pool, accountIds, 1);
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const rate = await debits(portal.origin, accountIds, ROUND_SECONDS);
    const bare = await transactions(pool, accountIds, ROUND_SECONDS);
    rates.push(rate);
    ratios.push(rate / bare);
  }
  // All on one account, whose balance they lock in turn.
  const onOneAccount = await debits(portal.origin, accountIds.slice(0, 1), ROUND_SECONDS);
  await pool.end();
  report('debits a second', median(rates));
  report('debits a second of one account', onOneAccount);
  reportBudgets([
    { name: 'debits, share of bare ledger transactions', measured: median(ratios), atLeast: 0.5 },
  ]);
});

async function createRichAccounts({ sql }: Portal): Promise<number[]> {
  const rows = await sql<{ id: number }>(
    `insert into accounts (user_name, email, password_hash, email_confirmed_at)
     select 'Player_' || n, 'player-' || n || '@example.test', 'none', now() from generate_series(1, $1::int) as n
     returning id`,
    [ACCOUNTS],
  );
  const ids = rows.map(({ id }) => id);
  await sql(
    `with posted as (
       insert into ledger_transactions (idempotency_key, reason) select 'bench:' || id, 'test' from unnest($1::int[]) id
       returning id, idempotency_key
     )
     insert into ledger_entries (transaction_id, account_id, currency, amount)
     select id, side.account_id, 'premium', side.amount
     from posted, lateral (values (split_part(idempotency_key, ':', 2)::int, $2::bigint), (null, -$2::bigint))
       as side (account_id, amount)`,
    [ids, COINS],
  );
  return ids;
}

async function debits(origin: string, accountIds: number[], seconds: number): Promise<number> {
  let asked = 0;
  const result = await autocannon({
    url: `${origin}/api/bridge/v1/coins/debits`,
    connections: AT_ONCE,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          asked += 1;
          return {
            ...request,
            headers: { 'content-type': 'application/json', authorization: `Bearer ${BRIDGE_TOKEN}` },
            body: JSON.stringify({
              accountDBID: accountIds[asked % accountIds.length],
              amount: 1,
              idempotencyKey: randomUUID(),
              reason: 'A potion',
            }),
          };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(JSON.stringify(result.statusCodeStats));
  return result['2xx'] / result.duration;
}

/** Transactions a second that post what a debit posts, as the portal's own code does: without a look at the balance. */
async function transactions(pool: pg.Pool, accountIds: number[], seconds: number): Promise<number> {
  const startedAt = performance.now();
  let posted = 0;
  const post = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      const client = await pool.connect();
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>({
        name: 'transaction',
        text: `insert into ledger_transactions (idempotency_key, reason) values ($1, 'test')
               on conflict do nothing returning id`,
        values: [randomUUID()],
      });
      await client.query({
        name: 'entries',
        text: `insert into ledger_entries (transaction_id, account_id, currency, amount)
               values ($1, $2, 'premium', -1), ($1, null, 'premium', 1)`,
        values: [rows[0]?.id, accountIds[posted % accountIds.length]],
      });
      await client.query('commit');
      client.release();
      posted += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, post));
  return posted / ((performance.now() - startedAt) / 1000);
}
