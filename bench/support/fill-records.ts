// What a large portal has besides its accounts. Rows belong to the accounts 11 and following.
import pg from 'pg';
import type { Portal } from '#e2e/portal.ts';

/** The account that has thousands of rows in each history. */
export const BUSY_ACCOUNT = 4711;
const ROWS_OF_BUSY = 10_000;

type Fill = { table: string; rows: number; insert: string };

/** Inserts into the tables of the named lists. */
export async function fillRecords(
  portal: Portal,
  { accounts, rows, tables }: { accounts: number; rows: number; tables?: readonly (keyof typeof INSERTS)[] },
): Promise<void> {
  const client = new pg.Client(await portal.connection());
  await client.connect();
  try {
    await client.query(
      `insert into game_servers (name, slug, position) values ('North', 'north', 1) on conflict do nothing`,
    );
    await client.query('set session_replication_role = replica');
    for (const [table, { share, insert }] of Object.entries(INSERTS)) {
      if (tables && !tables.some((wanted) => wanted === table)) continue;
      await fillTable(client, { table, rows: Math.ceil(rows * share), insert: insert(accounts) });
    }
    await client.query('reset session_replication_role');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Indexes that each row would update take most of the time, so they are made afterwards. */
async function fillTable(client: pg.Client, { table, rows, insert }: Fill): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = $1::regclass and not indisunique and not indisexclusion`,
    [table],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(insert, [rows]);
  for (const { definition } of indexes) await client.query(definition);
}

/** For row `n` of `$1`: `share` of the rows of the largest lists; less where people write each row. */
const INSERTS = {
  orders: {
    share: 1,
    insert: (accounts: number) => `
      insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, reference, state,
        review_reason, session_id, payment_intent_id, expires_at, server_id, created_at, updated_at, paid_at, booked_at,
        fulfilled_at)
      select 11 + n % ${accounts}, 1 + n % 1000, 'Thing number ' || 1 + n % 1000, 99 + n % 60 * 100, 'sandbox', false,
        'bench-' || n, case when n % 10 < 7 then 'paid' when n % 10 < 9 then 'expired' when n % 997 = 0 then 'review'
          when n % 1009 = 0 then 'disputed' else 'refunded' end,
        case when n % 10 = 9 and n % 997 = 0 then 'amount_mismatch' end, 'cs_' || n, 'pi_' || n, at, 1 + n % 2, at, at,
        case when n % 10 < 7 then at end, case when n % 10 < 7 then at end, case when n % 10 < 7 then at end
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  deliveries: {
    share: 1,
    insert: (accounts: number) => `
      insert into deliveries (account_id, server_id, idempotency_key, effect, kind, item_id, quantity, order_id,
        order_line_position, state, failure, attempts, created_at, settled_at)
      select 11 + n % ${accounts}, 1 + n % 2, 'bench:' || n, 'grant', case when n % 50 = 0 then 'club_days' else 'item' end,
        case when n % 50 = 0 then null else 7000 + n % 500 end, 1, case when n % 10 < 7 then n end, 1,
        case when n % 1000 = 1 then 'dead' when n % 1000 = 2 then 'unknown' when n % 1000 = 3 then 'awaiting_character'
          when n % 100 = 4 then 'cancelled' when n % 100 = 5 then 'superseded' when n % 100 = 6 then 'pending'
          else 'applied' end,
        case when n % 1000 = 1 then (array['rejected', 'mismatch', 'exhausted'])[1 + n / 1000 % 3] end, 1, at, at
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  characters: {
    share: 1,
    insert: (accounts: number) => `
      insert into characters (account_id, server_id, name, level, class, reported_at)
      select account_search.account_id, 1 + n % 2, initcap(user_name), 1 + n % 60,
        (array['Warden', 'Mage', 'Scout'])[1 + n % 3], now() - n % 90 * interval '1 day'
      from generate_series(1, $1::int) n join account_search on account_search.account_id = 11 + n % ${accounts}`,
  },
  audit_entries: {
    share: 1,
    insert: (accounts: number) => `
      insert into audit_entries (at, staff_id, address, kind, target, account_id, before, after, reason)
      select at, 11 + n % 40, '192.0.2.' || n % 200, kind, 11 + n % ${accounts}, 11 + n % ${accounts},
        '{"userName": "Before"}', '{"userName": "After"}', 'Asked for by the player'
      from generate_series(1, $1::int) n, ${pastOf('n')},
        lateral (select (array['user.update', 'user.ban', 'user.unban', 'benefit.create', 'order.refund'])[1 + n % 5]) as kinds (kind)`,
  },
  ledger_transactions: {
    share: 1,
    insert: () => `
      insert into ledger_transactions (id, idempotency_key, reason, created_at, server_id)
      overriding system value
      select 10 + n, 'bench:' || n, case when n % 2 = 0 then 'order' else 'spent in the game' end, at, case when n % 2 = 1 then 1 end
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  ledger_entries: {
    share: 1,
    insert: (accounts: number) => `
      insert into ledger_entries (transaction_id, account_id, currency, amount, balance, created_at)
      select 10 + n, ${playerOf('n', accounts)}, case when n % 3 = 0 then 'second' else 'premium' end, 1 + n % 500, 1000, at
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  sign_ins: {
    share: 1,
    insert: (accounts: number) => `
      insert into sign_ins (account_id, at, outcome, method, browser, network, is_new_device)
      select ${playerOf('n', accounts)}, at, case when n % 9 = 0 then 'wrong_password' else 'signed_in' end, 'password',
        'Firefox on Linux', '192.0.2.' || n % 200, false
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  mails: {
    share: 1,
    insert: (accounts: number) => `
      insert into mails (account_id, kind, recipient, created_at, sent_at)
      select ${playerOf('n', accounts)}, 'password_changed', 'p' || n || '@mail.example', at, at
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  bans: {
    share: 0.02,
    insert: (accounts: number) => `
      insert into bans (account_id, starts_at, ends_at, description, is_active, created_at)
      select 11 + n::bigint * 31 % ${accounts}, at, case when n % 2 = 0 then at + interval '7 days' end, 'Cheating', n % 5 <> 0, at
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  account_erasures: {
    share: 0.001,
    insert: (accounts: number) => `
      insert into account_erasures (account_id, due_at)
      select 11 + n::bigint * 997 % ${accounts}, now() + interval '30 days' from generate_series(1, $1::int) n on conflict do nothing`,
  },
  account_benefits: {
    share: 1,
    insert: (accounts: number) => `
      insert into account_benefits (account_id, benefit_id, available_until, grant_key)
      select 11 + n % ${accounts}, 1 + n / ${accounts} * 40 + n % 40, now() + make_interval(hours => n % 20000 - 19000), 'bench:' || n
      from generate_series(1, $1::int) n`,
  },
  twitch_links: {
    share: 1,
    insert: () => `
      insert into twitch_links (account_id, twitch_user_id, login, display_name, twitch_created_at)
      select 10 + n, 900000 + n, 'streamer_' || n, 'Streamer_' || n, now() from generate_series(1, $1::int) n`,
  },
  twitch_streamers: {
    share: 0.01,
    insert: () => `
      insert into twitch_streamers (account_id, decision, needs_new_link, key_id, expires_at, requested_at, link_mailed_at)
      select 10 + n, case when n % 1000 = 0 then 'pending' when n % 10 = 0 then 'rejected' else 'approved' end, true, 'bench', at, at, at
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  drop_rule_failures: {
    share: 1,
    insert: (accounts: number) => `
      insert into drop_rule_failures (season_id, account_id, rule, minutes, last_minute, last_at)
      select (select max(id) from twitch_seasons), 11 + n % ${accounts},
        case when n % 1000 = 0 then 'address' else (array['title', 'viewers', 'email', 'character'])[1 + n % 4] end, n % 90, 1, at
      from generate_series(1, $1::int) n, ${pastOf('n')} on conflict do nothing`,
  },
  unmatched_payments: {
    share: 1,
    insert: () => `
      insert into unmatched_payments (provider, is_live, session_id, payment_intent_id, reference, amount_cents, currency,
        payer_name, payer_email, product_name, started_at, state, noted_at, closed_at)
      select 'sandbox', false, 'ucs_' || n, 'upi_' || n, 'unmatched-' || n, 499, 'eur', 'Payer ' || n, 'payer' || n || '@mail.example',
        'Chest', at, case when n % 1000 = 0 then 'open' else 'refunded' end, at, case when n % 1000 <> 0 then at end
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  redeliveries: {
    share: 0.01,
    insert: () => `
      insert into redeliveries (id, staff_id, mode, scope, until, reason, planned, redelivered, created_at, finished_at)
      select gen_random_uuid(), 11 + n % 40, 'new_keys', 'everything', at, 'The game was restored', 10, 10, at, at
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  bulk_lists: {
    share: 0.01,
    insert: () => `
      insert into bulk_lists (id, staff_id, action, details, reason, created_at, finished_at)
      select gen_random_uuid(), 11 + n % 40, 'ban', '{}', 'A list of cheaters', at, at
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  alert_incidents: {
    share: 0.01,
    insert: () => `
      insert into alert_incidents (alert, since, opened_at, cleared_at, cases, is_raise_announced, is_clear_announced)
      select (array['jobs_late', 'mails_late', 'disk_full'])[1 + n % 3], at, at, at, 1, true, true
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  products: {
    share: 0.01,
    insert: () => `
      insert into products (storefront, name, new_name, price_cents, position, is_listed, updated_at)
      select case when n % 10 = 0 then 'donation' else 'shop' end, 'Thing number ' || n, case when n % 5 = 0 then 'Great thing ' || n end,
        99 + n % 60 * 100, n, n % 20 <> 0, at
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  news: {
    share: 0.01,
    insert: () => `
      insert into news (title, body, body_html, status, published_at, updated_at)
      select 'Article of ' || to_hex(n * 7919), '', '', case when n % 20 = 0 then 'draft' else 'published' end, at, at
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
  patch_notes: {
    share: 0.01,
    insert: () => `
      insert into patch_notes (title, version, release_date, body, body_html, status, published_at, updated_at)
      select 'Notes of ' || to_hex(n * 7919), '1.' || n, at::date, '', '', case when n % 20 = 0 then 'draft' else 'published' end, at, at
      from generate_series(1, $1::int) n, ${pastOf('n')}`,
  },
} satisfies Record<string, { share: number; insert: (accounts: number) => string }>;

/** A time in the last two years: the later, the larger n of the rows is. */
function pastOf(n: string): string {
  return `lateral (select now() - ($1::int - ${n}) * (interval '2 years' / $1::int)) as past (at)`;
}

/** Any account; the busy one for some of the rows. */
function playerOf(n: string, accounts: number): string {
  return `case when ${n} <= ${ROWS_OF_BUSY} then ${BUSY_ACCOUNT} else 11 + ${n} % ${accounts} end`;
}
