// The profile behind a session, compared with a minimal server that reads one row by its key from the same database.
import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { reportBudgets } from './support/budgets.ts';
import { compareRates } from './support/measured-rate.ts';
import { withPortal } from './support/measured-portal.ts';
import type { Portal } from '#e2e/portal.ts';

const ACCOUNTS = 500;

await withPortal({}, async (portal) => {
  const tokens = await insertPlayers(portal);
  const baseline = fork(path.join(import.meta.dirname, 'support/key-read-server.ts'));
  baseline.send({ connection: await portal.connection(), accounts: ACCOUNTS });
  const [address] = await once(baseline, 'message');
  const requests = tokens.map((token) => ({ headers: { authorization: `Bearer ${token}` } }));
  const share = await compareRates(
    { url: `${portal.origin}/api/user/profile`, requests },
    { url: `http://127.0.0.1:${address.port}/`, requests },
  );
  baseline.disconnect();
  reportBudgets([
    { name: 'profile behind a session, share of one read by key', measured: share, atLeast: 0.65 },
  ]);
});

/** Players with coins, half of them linked with Twitch. @returns a session's token of each */
async function insertPlayers({ sql }: Portal): Promise<string[]> {
  const tokens = Array.from({ length: ACCOUNTS }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  await sql(
    `with player as (
       insert into accounts (user_name, email, password_hash, email_confirmed_at)
       select 'Player_' || n, 'player-' || n || '@example.test', 'none', now() from generate_series(1, $1::int) n
       returning id
     ), numbered as (
       select id, row_number() over (order by id) as n from player
     ), posted as (
       insert into ledger_transactions (idempotency_key, reason) select 'bench:' || id, 'test' from player
       returning id, idempotency_key
     ), credited as (
       insert into ledger_entries (transaction_id, account_id, currency, amount)
       select id, side.account_id, 'premium', side.amount
       from posted, lateral (values (split_part(idempotency_key, ':', 2)::int, 50), (null, -50))
         as side (account_id, amount)
     ), linked as (
       insert into twitch_links (account_id, twitch_user_id, login, display_name)
       select id, 'twitch-' || id, 'player' || id, 'Player' || id from numbered where n % 2 = 0
     )
     insert into sessions (token_hash, account_id)
     select decode(token.hash, 'hex'), id
     from numbered join unnest($2::text[]) with ordinality as token (hash, n) using (n)`,
    [ACCOUNTS, hashes],
  );
  return tokens;
}
