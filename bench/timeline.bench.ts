// A page of a busy player's timeline, compared with a minimal server that reads one row by its key from the same database.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { reportBudgets } from './support/budgets.ts';
import { compareRates } from './support/measured-rate.ts';
import { signInOwner, withPortal } from './support/measured-portal.ts';
import type { Portal } from '#e2e/portal.ts';

const PLAYERS = 20;
/** Of each kind, for each player. */
const EVENTS = 2000;

await withPortal({}, async (portal) => {
  const token = await signInOwner(portal);
  const { ids, before } = await fill(portal);
  const baseline = fork(path.join(import.meta.dirname, 'support/key-read-server.ts'));
  baseline.send({ connection: await portal.connection(), accounts: ids.length });
  const [address] = await once(baseline, 'message');
  const requests = ids.flatMap((id) =>
    ['', `?before=${before}`].map((query) => ({
      path: `/api/admin/users/${id}/timeline${query}`,
      headers: { authorization: `Bearer ${token}` },
    })),
  );
  const share = await compareRates(
    { url: portal.origin, requests },
    { url: `http://127.0.0.1:${address.port}/`, requests: requests.map(({ headers }) => ({ headers })) },
  );
  baseline.disconnect();
  reportBudgets([
    { name: "a page of a player's timeline, share of one read by key", measured: share, atLeast: 0.035 },
  ]);
});

/** Players with thousands of events of each kind. @returns the players, and a place among the events */
async function fill({ sql }: Portal): Promise<{ ids: number[]; before: string }> {
  const players = await sql<{ id: number }>(
    `insert into accounts (user_name, email, password_hash, email_confirmed_at)
     select 'Player_' || n, 'player-' || n || '@example.test', 'none', now() from generate_series(1, $1::int) n
     returning id`,
    [PLAYERS],
  );
  const ids = players.map(({ id }) => id);
  const events = `unnest($1::int[]) as account_id, generate_series(1, ${EVENTS}) as n`;
  await sql(
    `insert into orders (reference, account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at, created_at)
     select gen_random_uuid(), account_id, (select min(id) from products), 'Chest', 499, 'sandbox', false, 'failed', now(), now() - n * interval '1 hour'
     from ${events}`,
    [ids],
  );
  await sql(
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, created_at)
     select account_id, 'bench:' || account_id || ':' || n, 'grant', 'item', 7, 1, 'applied', now() - n * interval '1 hour'
     from ${events}`,
    [ids],
  );
  await sql(
    `insert into audit_entries (at, staff_id, kind, target, account_id)
     select now() - n * interval '1 hour', (select min(id) from accounts where permission = 32), 'user.update', account_id, account_id
     from ${events}`,
    [ids],
  );
  await sql(
    `insert into staff_notes (account_id, author_id, text, created_at)
     select account_id, (select min(id) from accounts where permission = 32), 'A note', now() - n * interval '1 hour' from ${events}`,
    [ids],
  );
  await sql('analyze');
  const at = new Date(Date.now() - 1000 * 3_600_000).toISOString().replace('Z', '000Z');
  return { ids, before: encodeURIComponent(`${at}~order~1`) };
}
