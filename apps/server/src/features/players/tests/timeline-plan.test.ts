import { type TimelineKind, TIMELINE_EVENTS } from '@waygate/contract/players/players.schemas';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectNewestMails } from '#features/mail/mail.ts';
import type { TestDatabase } from '#test/database.ts';
import { testViewer } from '#test/factories.ts';
import { createFilledDatabase, heroes, keptPlanOf, plansDuring, rowsReadBy, stepsOf } from '#test/plans.ts';
import { readSharedAccounts, readSharedAddress } from '#features/players/admin/shared-address.service.ts';
import { selectTimeline } from '#features/players/admin/timeline.queries.ts';

const ROWS = 60_000;
const LIMIT = 26;

let database: TestDatabase;
beforeAll(async () => {
  // One player has half of all rows.
  const account = 'case when n % 2 = 0 then 77 else 1 + n % 2000 end';
  const at = "now() - n * interval '1 minute'";
  database = await createFilledDatabase(
    ...heroes(2000),
    `insert into orders (reference, account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at, created_at)
     select gen_random_uuid(), ${account}, 1, 'Chest', 499, 'stripe', true, 'failed', now(), ${at} from generate_series(1, ${ROWS}) n`,
    "insert into order_lines (order_id, position, kind, quantity, item_id, label) select id, 1, 'item', 1, 7, 'Thing' from orders",
    // Some were bought, and others granted.
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, created_at, order_id, order_line_position)
     select ${account}, 'key:' || n, 'grant', 'item', 7, 1, 'applied', ${at}, case when n % 3 = 0 then n end, case when n % 3 = 0 then 1 end
     from generate_series(1, ${ROWS}) n`,
    // The names of items.
    "insert into products (storefront, name, price_cents) select 'shop', 'Chest', 499 from generate_series(1, 2000)",
    "insert into product_lines (product_id, position, kind, quantity, item_id, label) select id, 1, 'item', 1, id, 'Thing ' || id from products",
    `insert into ledger_transactions (id, idempotency_key, reason) overriding system value
     select n, 'game:' || n, 'spent in the game' from generate_series(1, ${ROWS}) n`,
    `insert into ledger_entries (transaction_id, account_id, currency, amount, balance, created_at)
     select n, ${account}, 'premium', 1, 1, ${at} from generate_series(1, ${ROWS}) n`,
    `insert into audit_entries (at, staff_id, kind, target, account_id)
     select ${at}, 1, 'user.update', 'x', ${account} from generate_series(1, ${ROWS}) n`,
    `insert into staff_notes (account_id, author_id, text, created_at)
     select ${account}, 1, 'A note', ${at} from generate_series(1, ${ROWS}) n`,
    `insert into sessions (token_hash, account_id)
     select decode(md5(n::text), 'hex'), 1 + n % 2000 from generate_series(1, 10000) n`,
    `insert into activity_days (day, account_id, sign_ins)
     select current_date - n / 2000, 1 + n % 2000, 1 from generate_series(1, 40000) n`,
    `insert into mails (account_id, kind, recipient, created_at)
     select ${account}, 'other', 'a@example.com', ${at} from generate_series(1, ${ROWS}) n`,
    `insert into bans (account_id, description) select 1 + n % 2000, 'Spam' from generate_series(1, 10000) n`,
    "update accounts set last_ip = '198.51.100.' || id % 200",
  );
}, 120_000);
afterAll(() => database.drop());

const ALL: TimelineKind[] = ['sign_in', 'order', 'delivery', 'coins', 'ban', 'note', 'staff'];

const NAMES = { namesStaff: true, namesNotes: true, namesOrders: true };

test('each table of the timeline is read along an index, and no further than the page goes', async () => {
  const { rows } = await database.db.execute<{ at: string }>(sql`
    select to_char(now() - interval '20 days', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`);
  const at = rows[0]?.at ?? '';
  const places = [undefined, ...TIMELINE_EVENTS.map((event) => ({ at, event, id: 30_000 }))];
  for (const before of places) {
    const reading = { accountId: 77, kinds: ALL, ...NAMES, limit: LIMIT, before };
    const plan = await keptPlanOf(database, (db) => selectTimeline(db, reading));
    const steps = stepsOf(plan);
    // Only items of rewards are named by rewards, of which there are few.
    const isRead = (step: (typeof steps)[number]) => step['Actual Loops'] > 0;
    expect(steps.filter((step) => step['Node Type'] === 'Seq Scan' && isRead(step))).toEqual([]);
    const read = steps.map((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0));
    expect(Math.max(...read)).toBeLessThanOrEqual(10 * LIMIT);
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(3000);
  }
});

test('tables that are not asked for are not read', async () => {
  const reading = { accountId: 77, kinds: ['note'] as TimelineKind[], ...NAMES, limit: LIMIT };
  const plan = await keptPlanOf(database, (db) => selectTimeline(db, reading));
  const read = stepsOf(plan).filter((step) => step['Relation Name'] && step['Actual Rows'] > 0);
  expect(new Set(read.map((step) => step['Relation Name']))).toEqual(new Set(['staff_notes', 'accounts']));
});

test('the newest mails of a player with thousands are read along an index', async () => {
  const [plan] = await plansDuring(database, (db) => selectNewestMails(db, 77, 50));
  expect(plan && rowsReadBy(plan)).toBeLessThan(200);
});

test('who shares an address is found by the index of networks', async () => {
  const viewer = { ...testViewer({ accountId: 1 }), permission: 32 };
  const [, plan] = await plansDuring(database, (db) => readSharedAddress(db, viewer, 77));
  const names = plan && stepsOf(plan).map((step) => step['Index Name']);
  expect(names).toContain('account_activity_network_idx');
});

test('a page of a network of thousands reads no more than the page', async () => {
  await database.db.execute(sql`
    update account_activity set last_ip = '203.0.113.7' where account_id > 100 or account_id = 77`);
  await database.db.execute(sql`analyze account_activity`);
  const viewer = { ...testViewer({ accountId: 1 }), permission: 0 };
  const page = { id: 77, limit: 25, before: 1500 };
  const [, plan] = await plansDuring(database, (db) => readSharedAccounts(db, viewer, page));
  expect(plan && rowsReadBy(plan)).toBeLessThan(4 * LIMIT);
});
