import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALERT_CONDITIONS } from '#app/alert-conditions.ts';
import { selectOpenIncidents, selectPastIncidents } from '#features/alerts/admin/alerts.admin.queries.ts';
import { evaluateConditions } from '#features/alerts/evaluation.queries.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createTestAccount } from '#test/factories.ts';
import { fill, scansDuring, scansOf } from '#test/plans.ts';

const MANY = 200_000;

/**
 * Tables of one row, or of one for each alert, signal, game server, season, process or key, missing permission or event, or list
 * that is swept.
 */
const SMALL = [
  'ledger_check',
  'last_signals',
  'game_servers',
  'game_server_status',
  'bridge_tokens',
  'alert_states',
  'twitch_seasons',
  'payment_findings',
  'payment_sweeps',
  'processes',
  'backup_schedule',
  'backups',
  'factor_keys',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const accountId = await createTestAccount(database.db);
  await fill(
    database,
    // A few in review, waiting and dead among all the others, and a silence that makes every branch count.
    `insert into orders (reference, account_id, product_id, product_name, price_cents, provider, is_live, state, paid_at, expires_at)
     select gen_random_uuid(), ${accountId}, 1, 'Chest', 499, 'stripe', true, 
       case when n <= 20 then 'review' when n <= 1000 then 'failed' else 'paid' end,
       now() - n * interval '1 minute', now() from generate_series(1, ${MANY}) n`,
    `insert into order_events (order_id, to_state, reason)
     select id, state, 'paid at the provider' from orders where id <= 50000`,
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, available_at)
     select ${accountId}, 'key:' || n, 'grant', 'item', 7, 1,
       case when n <= 100 then 'pending' when n <= 150 then 'dead' else 'applied' end, now() - interval '1 hour'
     from generate_series(1, ${MANY}) n`,
    `insert into mails (account_id, kind, recipient, parameters, created_at, sent_at, failed_at, failure)
     select ${accountId}, case when n % 10 = 0 then 'alert' else 'other' end, 'a@example.com',
       jsonb_build_object('messageId', n), now() - n * interval '1 minute', case when n > 40 then now() end,
       case when n <= 20 then now() end, 'refused'
     from generate_series(1, ${MANY}) n`,
    `insert into unmatched_payments (provider, is_live, session_id, payment_intent_id, reference, amount_cents, currency, started_at, state)
     select 'stripe', true, 'cs_' || n, 'pi_' || n, 'waygate-' || n, 499, 'eur', now(), case when n <= 20 then 'open' else 'refunded' end
     from generate_series(1, 20000) n`,
    `insert into unmatched_receipts (server_id, idempotency_key, effect, account_id, kind, item_id, quantity, recorded_at, state, closed_at)
     select 1, 'lost:' || n, 'grant', ${accountId}, 'item', 7, 1, now(), case when n <= 20 then 'open' else 'kept' end,
       case when n > 20 then now() end
     from generate_series(1, 20000) n`,
    `insert into alert_incidents (alert, since, opened_at, cleared_at, cases)
     select 'orders_in_review', now(), now() - n * interval '1 minute', now() - n * interval '1 minute', 1
     from generate_series(1, 20000) n`,
    'update alert_incidents set is_raise_announced = true, is_clear_announced = true',
    `insert into alert_messages (incident_id, kind, title, paragraphs, path, webhook_state)
     select id, 'cleared', 'Over', '{}', '/admin/alerts', 'sent' from alert_incidents`,
    `insert into redeliveries (id, staff_id, mode, scope, until, reason, planned, finished_at)
     select gen_random_uuid(), ${accountId}, 'same_keys', 'everything', now(), 'Restored', 1, now()
     from generate_series(1, 20000)`,
    `insert into bulk_lists (id, staff_id, action, details, reason, created_at, finished_at)
     select gen_random_uuid(), ${accountId}, 'BAN', '{}', 'Cheats', now() - interval '1 hour', case when n > 5 then now() end
     from generate_series(1, 20000) n`,
    `insert into bulk_rows (list_id, account_id, state, settled_at)
     select id, ${accountId}, case when finished_at is null then 'waiting' else 'done' end, finished_at from bulk_lists`,
    `insert into accounts (user_name, email, password_hash)
     select 'factor' || n, 'factor' || n || '@example.com', '' from generate_series(1, 20000) n`,
    `insert into totp_factors (account_id, key_id, sealed, last_step)
     select id, case when id % 1000 = 0 then 'lost' else 'key' end, '', 0 from accounts where user_name like 'factor%'`,
    `insert into factor_keys (key_id, is_readable, checked_at) values ('key', true, now()), ('lost', false, now())`,
    `insert into twitch_seasons (name, starts_at) values ('Season', now() - interval '1 day')`,
    `insert into drop_samples (minute, state, started_at, finished_at)
     select m, case when m % 7 = 0 then 'partial' else 'ok' end, to_timestamp(m::bigint * 60), to_timestamp(m::bigint * 60)
     from generate_series(extract(epoch from now())::int / 60 - 50000, extract(epoch from now())::int / 60 - 30) m`,
    `insert into twitch_links (account_id, twitch_user_id, login, display_name)
     select n, 't' || n, 'login' || n, 'Name ' || n from generate_series(1, 20000) n`,
    `insert into twitch_streamers (account_id, decision, needs_new_link, key_id, access_token, refresh_token, expires_at)
     select n, case when n % 100 = 0 then 'pending' else 'approved' end, n % 500 = 1, '1', '', '', now()
     from generate_series(1, 20000) n`,
    `insert into drop_channels (account_id, is_live, is_eligible, seen_minute, observed_minute, failure)
     select n, true, true, n, n, case when n % 500 = 0 then 'Broken' end from generate_series(1, 20000) n`,
    `insert into game_accounts (server_id, account_id, login, state) values (1, ${accountId}, 'hero', 'active')`,
    `insert into game_account_commands (server_id, account_id, kind, login, state, settled_at, created_at)
     select 1, ${accountId}, 'set_password', 'hero', case when n <= 50 then 'waiting' else 'done' end,
       case when n > 50 then now() end, now() - n * interval '1 minute'
     from generate_series(1, 20000) n`,
    "update last_signals set at = now() - interval '2 days'",
  );
}, 300_000);
afterAll(() => database.drop());

const onLargeTables = (scan: string) =>
  scan.startsWith('Seq Scan') && !SMALL.some((table) => scan === `Seq Scan ${table}`);

test.each(ALERT_CONDITIONS.map((condition) => [condition.name, condition] as const))(
  '%s is counted along an index',
  async (_, { count }) => {
    const scans = await scansOf(database.db, sql`select ${count}`);
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter(onLargeTables)).toEqual([]);
  },
);

test('the evaluation of all reads no large table through', async () => {
  const scans = await scansDuring(database, (db) => evaluateConditions(db, { conditions: ALERT_CONDITIONS }));
  expect(scans.length).toBeGreaterThan(ALERT_CONDITIONS.length);
  expect(scans.filter(onLargeTables)).toEqual([]);
});

test('the lists of alerts read no large table through', async () => {
  const scans = await scansDuring(database, async (db) => {
    await selectOpenIncidents(db);
    await selectPastIncidents(db, { page: 2, pageSize: '10' });
    await selectPastIncidents(db, { page: 1, pageSize: '10', alert: 'no_worker' });
    await selectPastIncidents(db, { page: 30, pageSize: 'all' });
  });
  // Counting stops at a limit, so it may begin anywhere.
  expect(scans.filter(onLargeTables).filter((scan) => scan !== 'Seq Scan alert_incidents')).toEqual([]);
  for (const index of [
    'alert_incidents_cleared_at_idx',
    'alert_incidents_past_by_alert_idx',
    'mails_alert_idx',
  ])
    expect(scans.join()).toContain(index);
});
