import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { NAMED_TASKS } from '@waygate/contract/today/today.schemas';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readToday } from '#features/today/today.service.ts';
import { createOwner, createSignedInPlayer, createStaff, usePortal } from '#test/account-journeys.ts';
import { queueItems, queueOrder } from '#test/bridge.ts';
import { recordStatements } from '#test/plans.ts';

const portal = await usePortal();
const { parts, call } = portal;
const { db } = parts;
const owner = await createOwner(portal);

const NOTHING = { dispute: 0, review: 0, payment: 0, delivery: 0, streamer: 0, alert: 0 };

beforeEach(async () => {
  for (const table of [
    'deliveries',
    'unmatched_receipts',
    'unmatched_payments',
    'twitch_links',
    'alert_incidents',
  ])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
  await db.execute(sql`update orders set state = 'paid'`);
});

async function read(token = owner.token) {
  const response = await call('GET', '/admin/today', { token });
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function addOrder(state: 'disputed' | 'review', reason: string | null = null) {
  const { orderId, accountId } = await queueOrder(portal);
  await db.execute(sql`update orders set state = ${state}, review_reason = ${reason} where id = ${orderId}`);
  return { orderId, accountId };
}

async function addStreamer(name: string, hoursAgo: number) {
  const { id: accountId } = await createSignedInPlayer(portal);
  await db.execute(sql`
    insert into twitch_links (account_id, twitch_user_id, login, display_name)
    values (${accountId}, ${`t${accountId}`}, ${name.toLowerCase()}, ${name})`);
  await db.execute(sql`
    insert into twitch_streamers (account_id, key_id, access_token, refresh_token, expires_at, requested_at)
    values (${accountId}, 'none', '', '', now(), now() - make_interval(hours => ${hoursAgo}))`);
  return accountId;
}

async function addIncident() {
  await db.execute(sql`
    insert into alert_incidents (alert, since, opened_at, cases)
    values ('dead_deliveries', now() - interval '2 hours', now() - interval '1 hour', 3),
           ('mails_failing', now() - interval '2 hours', now() - interval '1 hour', 3)`);
}

test('when nothing waits, there are no tasks and every count is 0', async () => {
  expect(await read()).toEqual({ at: expect.any(String), tasks: [], counts: NOTHING, comingUp: [] });
});

test('an owner sees what waits, the most urgent kind first, and of a kind the longest wait', async () => {
  await addIncident();
  await addStreamer('Late', 1);
  const early = await addStreamer('Early', 5);
  await queueItems(portal, 2);
  await db.execute(
    sql`update deliveries set state = 'dead', attempts = 12, failure = 'exhausted', settled_at = now()`,
  );
  await db.execute(sql`
    insert into unmatched_payments
      (provider, is_live, session_id, payment_intent_id, reference, amount_cents, currency, started_at, payer_name)
    values ('stripe', true, 'cs_1', 'pi_1', 'r', 999, 'eur', now(), 'Mira')`);
  const review = await addOrder('review', 'amount_differs');
  const dispute = await addOrder('disputed');
  const { tasks, counts } = await read();
  expect(tasks).toMatchObject([
    { kind: 'dispute', id: dispute.orderId, account: { accountDBID: dispute.accountId }, reason: '' },
    { kind: 'review', id: review.orderId, reason: 'amount_differs' },
    { kind: 'payment', title: '', reason: 'Mira', account: null, sum: 9.99 },
    { kind: 'delivery', title: expect.any(String), reason: 'dead', cases: 2, sum: null },
    { kind: 'streamer', id: early, title: 'Early' },
    { kind: 'streamer', title: 'Late' },
    // The alert about dead deliveries would say again what stands above.
    { kind: 'alert', reason: 'mails_failing', advice: expect.stringContaining('Check SMTP_URL'), cases: 3 },
  ]);
  expect(tasks[0].sum).toBeGreaterThan(0);
  expect(counts).toEqual({ dispute: 1, review: 1, payment: 1, delivery: 2, streamer: 2, alert: 1 });
});

test('receipts without deliveries are tasks of their game server, in place of their alert', async () => {
  const { id } = await createSignedInPlayer(portal);
  await db.execute(sql`
    insert into unmatched_receipts
      (server_id, idempotency_key, effect, account_id, kind, item_id, quantity, recorded_at, state, closed_at)
    select 1, 'lost:' || n, 'grant', ${id}, 'item', 7, 1, now(),
      case when n = 4 then 'kept' else 'open' end, case when n = 4 then now() end
    from generate_series(1, 4) n`);
  // Claimed again meanwhile.
  await queueItems(portal, 1, { accountId: id, idempotencyKey: 'lost:3' });
  await db.execute(sql`
    insert into alert_incidents (alert, since, opened_at, cases) values ('unmatched_receipts', now(), now(), 2)`);
  const { tasks, counts } = await read();
  expect(tasks).toMatchObject([{ kind: 'delivery', id: 1, reason: 'unmatched_receipt', cases: 2 }]);
  expect(counts).toEqual({ ...NOTHING, delivery: 2 });
});

test('of each kind some are named, and all are counted', async () => {
  for (let n = 0; n < NAMED_TASKS + 2; n += 1) await addStreamer(`Channel${n}`, n);
  const { tasks, counts } = await read();
  expect(tasks).toHaveLength(NAMED_TASKS);
  expect(tasks[0].title).toBe(`Channel${NAMED_TASKS + 1}`);
  expect(counts.streamer).toBe(NAMED_TASKS + 2);
});

test('staff see the tasks of their sections alone, and of others nothing is even read', async () => {
  await addOrder('review');
  await addStreamer('Kara', 1);
  await addIncident();
  const curator = await createStaff(portal, ['twitchDrops']);
  const { tasks, counts } = await read(curator.token);
  expect(tasks).toMatchObject([{ kind: 'streamer' }]);
  expect(counts).toEqual({
    dispute: null,
    review: null,
    payment: null,
    delivery: null,
    streamer: 1,
    alert: null,
  });
  const recorded = recordStatements(parts.database);
  const viewer = { permission: 0, webMgt: SECTION_PRIMES.twitchDrops, sections: [] };
  await readToday(recorded.db, { viewer, conditions: [] });
  expect(recorded.statements).toHaveLength(2);
});

test('staff without any of these sections get an empty list, and players are refused', async () => {
  const editor = await createStaff(portal, ['news']);
  expect((await read(editor.token)).tasks).toEqual([]);
  const player = await createSignedInPlayer(portal);
  expect((await call('GET', '/admin/today', { token: player.token })).statusCode).toBe(403);
});

test('a dispute says until when the provider takes evidence, and the first due stands first', async () => {
  const [late, soon] = [await addOrder('disputed'), await addOrder('disputed')];
  await db.execute(sql`
    update orders set dispute_due_at = case id when ${late.orderId} then '2030-03-17 17:46:40Z'::timestamptz
      else '2027-01-15 08:00Z' end
    where id in (${late.orderId}, ${soon.orderId})`);
  expect((await read()).tasks).toMatchObject([
    { id: soon.orderId, due: '2027-01-15T08:00:00.000Z' },
    { id: late.orderId, due: '2030-03-17T17:46:40.000Z' },
  ]);
});

test('what comes by itself is listed by time, for staff of its section', async () => {
  await db.execute(sql`
    insert into news (title, body, body_html, status, published_at, event_starts_at, event_ends_at)
    values ('Lanternfall', '', '', 'published', now(), now() + interval '2 days', now() + interval '30 days')`);
  // One that visitors read by then, and two that nobody reads.
  await db.execute(sql`
    insert into news (title, body, body_html, status, published_at, published_until, event_starts_at)
    values ('Planned', '', '', 'published', now() + interval '2 days', null, now() + interval '3 days'),
           ('Too late', '', '', 'published', now() + interval '5 days', null, now() + interval '3 days'),
           ('Ended', '', '', 'published', now() - interval '2 days', now() - interval '1 day', now() + interval '3 days')`);
  await db.execute(sql`
    insert into products (storefront, name, price_cents, new_price_cents, is_sale, sale_ends_at)
    values ('shop', 'Horn', 500, 400, true, now() + interval '1 day')`);
  expect((await read()).comingUp).toMatchObject([
    { kind: 'sale_ends', title: 'Horn' },
    { kind: 'event_begins', title: 'Lanternfall' },
    { kind: 'event_begins', title: 'Planned' },
  ]);
  const editor = await createStaff(portal, ['news']);
  expect((await read(editor.token)).comingUp).toMatchObject([{ title: 'Lanternfall' }, { title: 'Planned' }]);
});
