import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { ALERT_CONDITIONS } from '#app/alert-conditions.ts';
import { observeAlerts } from '#features/alerts/alerts.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { createOwner, createSignedInPlayer, createStaff, usePortal } from '#test/account-journeys.ts';
import { queueItems, queueOrder } from '#test/bridge.ts';
import { recordStatements } from '#test/plans.ts';
import { evaluate, passMinutes, readMails, readMessages, seeWorker } from './alert-world.ts';

const portal = await usePortal({
  config: { alertWebhookUrl: 'https://discord.example.com/api/webhooks/1/secret' },
});
const { parts, call } = portal;
const { db } = parts;
const owner = await createOwner(portal);
const watcher = await createStaff(portal, ['alerts']);
observeAlerts(parts.metrics, db);
await seeWorker(db);

beforeEach(async () => {
  for (const table of ['alert_states', 'alert_incidents', 'alert_messages', 'mails', 'deliveries'])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
  await db.execute(sql`update orders set state = 'paid'`);
});

const run = () => evaluate(parts, db, ALERT_CONDITIONS, true);

async function read(path = '/admin/alerts', token = watcher.token) {
  const response = await call('GET', path, { token });
  if (response.statusCode !== 200) throw new Error(response.body);
  expect(response.body).not.toContain('secret');
  return response.json();
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const sendTest = (token: string, requestId: string = randomUUID()) =>
  call('POST', '/admin/alerts/test', { token, body: { requestId } });

async function putInReview(): Promise<void> {
  const { orderId } = await queueOrder(portal);
  await db.execute(sql`update orders set state = 'review' where id = ${orderId}`);
}

test('before the first evaluation nothing is known', async () => {
  expect(await read()).toMatchObject({
    open: [],
    checkedAt: null,
    checkedSecondsAgo: null,
    hasWebhook: true,
  });
  const { watched } = await read();
  expect(watched).toHaveLength(ALERT_CONDITIONS.length);
  expect(watched[0]).toMatchObject({
    alert: 'orders_in_review',
    title: 'Orders in review',
    state: 'unknown',
  });
});

test('shows what is open with the count of now, advice and delivery, and then as past', async () => {
  await putInReview();
  await run();
  await putInReview();
  await run();
  const { open, watched, checkedSecondsAgo, recipients } = await read();
  expect(open).toMatchObject([
    {
      alert: 'orders_in_review',
      title: 'Orders in review',
      sentence: '2 orders are in review.',
      cases: 2,
      page: 'orders',
      clearedAt: null,
      delivery: {
        webhook: 'waiting',
        webhookFailure: null,
        mails: { sent: 0, waiting: recipients, failed: 0 },
      },
    },
  ]);
  expect(recipients).toBeGreaterThan(0);
  expect(checkedSecondsAgo).toBeLessThan(30);
  expect(watched[0]).toMatchObject({ state: 'active', cases: 2 });
  await db.execute(sql`update orders set state = 'paid'`);
  await run();
  expect((await read()).watched[0]).toMatchObject({ state: 'clearing' });
  await passMinutes(db, 5);
  await run();
  expect((await read()).open).toEqual([]);
  const past = await read('/admin/alerts/past');
  expect(past).toMatchObject({
    total: 1,
    incidents: [{ sentence: '2 orders are in review.', cases: 2, clearedAt: expect.any(String) }],
  });
});

test('leads to the page where it is dealt with, also outside the menu', async () => {
  await db.execute(
    sql`insert into alert_incidents (alert, since, opened_at, cases) values ('unmatched_payment', now(), now(), 1)`,
  );
  const { open } = await read();
  expect(open).toContainEqual(
    expect.objectContaining({ alert: 'unmatched_payment', page: 'unmatchedPayments' }),
  );
  await db.execute(sql`delete from alert_incidents where alert = 'unmatched_payment'`);
});

test('past alerts are paged, newest first', async () => {
  await db.execute(sql`
    insert into alert_incidents (alert, since, opened_at, cleared_at, cases, is_raise_announced, is_clear_announced)
    select case when n = 25 then 'of_another_version' else 'orders_in_review' end,
      now() - n * interval '1 hour', now() - n * interval '1 hour', now() - n * interval '50 minutes', n, true, true
    from generate_series(1, 25) n`);
  const first = await read('/admin/alerts/past?pageSize=10');
  expect(first).toMatchObject({ total: 25, totalIsExact: true });
  expect(first.incidents.map(({ cases }: { cases: number }) => cases)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  const last = await read('/admin/alerts/past?pageSize=10&page=3');
  expect(last.incidents).toHaveLength(5);
  expect(last.incidents.at(-1)).toMatchObject({
    title: 'Of another version',
    sentence: 'Of another version.',
  });
  const casesOf = async (query: string) =>
    (await read(`/admin/alerts/past?${query}`)).incidents.map(({ cases }: { cases: number }) => cases);
  expect(await casesOf('alert=of_another_version')).toEqual([25]);
  // The second was open from two hours ago to a hundred minutes ago.
  expect(await casesOf(`from=${minutesAgo(110)}&to=${minutesAgo(105)}`)).toEqual([2]);
  expect((await call('GET', '/admin/alerts/past?alert=A%20B', { token: watcher.token })).statusCode).toBe(
    400,
  );
});

test('a test alert goes to every owner and is audited; only owners send one, ten in an hour', async () => {
  expect((await sendTest(watcher.token)).statusCode).toBe(403);
  const requestId = randomUUID();
  const twice = await Promise.all([sendTest(owner.token, requestId), sendTest(owner.token, requestId)]);
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  expect((await sendTest(owner.token, 'once more')).statusCode).toBe(400);
  expect(await readMessages(db)).toMatchObject([{ kind: 'test', webhookState: 'waiting', incidentId: null }]);
  expect((await readMails(db)).map(({ recipient }) => recipient)).toContain(owner.email);
  const { lastTest } = await read();
  expect(lastTest).toMatchObject({ webhook: 'waiting', mails: { sent: 0, failed: 0 } });
  const audit = await db.select().from(auditEntries);
  expect(audit.filter(({ kind }) => kind === 'alert.test')).toMatchObject([{ target: 'alerts' }]);
  for (let sent = 3; sent < 10; sent += 1) expect((await sendTest(owner.token)).statusCode).toBe(204);
  expect((await sendTest(owner.token)).statusCode).toBe(429);
});

test('a webhook that refused shows why', async () => {
  await putInReview();
  await run();
  await db.execute(sql`
    update alert_messages set webhook_state = 'failed', webhook_failure = 'the webhook answered with status 404'`);
  expect((await read()).open[0].delivery).toMatchObject({
    webhook: 'failed',
    webhookFailure: 'the webhook answered with status 404',
  });
});

test('is for staff with the section alone', async () => {
  const other = await createStaff(portal, ['orders']);
  const player = await createSignedInPlayer(portal);
  for (const path of ['/admin/alerts', '/admin/alerts/past']) {
    expect((await call('GET', path)).statusCode).toBe(401);
    expect((await call('GET', path, { token: player.token })).statusCode).toBe(403);
    expect((await call('GET', path, { token: other.token })).statusCode).toBe(403);
    expect((await call('GET', path, { token: owner.token })).statusCode).toBe(200);
  }
});

test('metrics report what is stored, by one statement for all alerts', async () => {
  await queueItems(portal, 1);
  await db.execute(sql`update deliveries set state = 'dead'`);
  await run();
  await db.execute(sql`update alert_messages set webhook_state = 'failed'`);
  const { body } = await parts.metrics.render();
  expect(body).toContain('waygate_alert_active{alert="dead_deliveries"} 1');
  expect(body).toContain('waygate_alert_cases{alert="dead_deliveries"} 1');
  expect(body).toContain('waygate_alert_active{alert="mails_failing"} 0');
  expect(body).toMatch(/waygate_alert_evaluation_age_seconds\{alert="mails_failing"\} [0-9.]+/);
  expect(body).toContain('waygate_alert_messages_failed 1');
  const recorded = recordStatements(parts.database);
  const { createMetrics } = await import('#platform/metrics/metrics.ts');
  const metrics = createMetrics();
  observeAlerts(metrics, recorded.db);
  await metrics.render();
  expect(recorded.statements).toHaveLength(2);
});
