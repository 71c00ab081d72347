import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { sendAlertMessage } from '#features/alerts/job-definitions.ts';
import { createMessageSender } from '#features/alerts/webhook.service.ts';
import { createPostJson } from '#platform/webhook/post-json.ts';
import { captureLog } from '#test/captured-log.ts';
import { useTestParts } from '#test/test-parts.ts';
import { useWebhookServer, withStatus } from '#test/webhook-server.ts';
import { createCondition, createOwnerAccount, evaluate, passMinutes, readMessages } from './alert-world.ts';

const parts = await useTestParts();
const { db, jobs } = parts;
const { condition, setCases } = await createCondition(db, {
  describe: (count) => `${count} cases of *stars* and <@everyone>.`,
});

beforeEach(async () => {
  for (const table of ['alert_states', 'alert_incidents', 'mails', 'accounts'])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
  await db.execute(sql`delete from pgboss.job where name = ${sendAlertMessage.name}`);
  await createOwnerAccount(db);
});

const site = { brandName: 'Agaia', publicOrigin: 'https://play.example.com' };

const isAllowed = (address: string) => address === '127.0.0.1';

async function useSender() {
  const server = await useWebhookServer();
  const { log, text } = captureLog();
  const post = createPostJson({ url: server.url, allowsHttp: true, isAllowed, timeoutMs: 4000 });
  return { server, logged: text, send: createMessageSender({ db, jobs, log, post, site }) };
}

/** How many seconds each queued job of this message waits. */
async function waitsOfJobs(): Promise<number[]> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job
    where name = ${sendAlertMessage.name} order by created_on, start_after`);
  return rows.map(({ seconds }) => seconds);
}

async function raise(): Promise<number> {
  await setCases(3);
  await evaluate(parts, db, [condition], true);
  const message = (await readMessages(db)).at(-1);
  if (!message) throw new Error('There is no message.');
  return message.id;
}

test('a message goes out in the form of Discord, and once', async () => {
  const { server, send } = await useSender();
  const messageId = await raise();
  expect(await waitsOfJobs()).toEqual([0]);
  await send({ messageId });
  await send({ messageId });
  expect(server.calls).toHaveLength(1);
  const [call] = server.calls;
  expect(call?.body).toEqual({
    content: expect.stringContaining('**Agaia: Alert: 3 cases of \\*stars\\* and \\<@everyone\\>**'),
    allowed_mentions: { parse: [] },
  });
  expect(JSON.stringify(call?.body)).toContain('https://play.example.com/admin/orders');
  expect((await readMessages(db))[0]).toMatchObject({ webhookState: 'sent', webhookAttempts: 1 });
});

test('a failure is tried again, later each time, and never before Retry-After', async () => {
  const { server, send, logged } = await useSender();
  const messageId = await raise();
  server.answerNext(
    withStatus(500),
    withStatus(429, { 'retry-after': '90' }),
    withStatus(502),
    () => {},
    withStatus(429, { 'retry-after': '999999' }),
  );
  for (let attempt = 0; attempt < 5; attempt += 1) await send({ messageId });
  expect(await waitsOfJobs()).toEqual([0, 5, 90, 20, 40, 3600]);
  expect((await readMessages(db))[0]).toMatchObject({
    webhookState: 'waiting',
    webhookAttempts: 5,
    webhookFailure: 'the webhook answered with status 429',
  });
  await send({ messageId });
  expect((await readMessages(db))[0]).toMatchObject({ webhookState: 'sent', webhookFailure: null });
  expect(logged()).not.toContain('secret-token');
});

test.each([
  [400, 'the webhook answered with status 400'],
  [404, 'the webhook answered with status 404'],
  [307, 'the webhook answered with status 307, a redirect, which is not followed'],
])('status %i ends it, with a note and an error in the log', async (status, failure) => {
  const { server, send, logged } = await useSender();
  const messageId = await raise();
  server.answerNext(withStatus(status, { location: server.url }));
  await send({ messageId });
  await send({ messageId });
  expect(server.calls).toHaveLength(1);
  expect((await readMessages(db))[0]).toMatchObject({ webhookState: 'failed', webhookFailure: failure });
  expect(await waitsOfJobs()).toEqual([0]);
  expect(logged()).toContain('could not be sent to the webhook');
  expect(logged()).not.toContain('secret-token');
});

test('after a day of failures it is given up', async () => {
  const { server, send } = await useSender();
  const messageId = await raise();
  await db.execute(sql`update alert_messages set created_at = created_at - interval '25 hours'`);
  server.answerNext(withStatus(503));
  await send({ messageId });
  expect((await readMessages(db))[0]).toMatchObject({ webhookState: 'failed' });
});

test("the end of an alert waits for the alert's own message", async () => {
  const { server, send } = await useSender();
  const raised = await raise();
  await setCases(0);
  await evaluate(parts, db, [condition], true);
  await passMinutes(db, 6);
  await evaluate(parts, db, [condition], true);
  const cleared = (await readMessages(db)).at(-1)?.id ?? 0;
  await send({ messageId: cleared });
  expect(server.calls).toEqual([]);
  await send({ messageId: raised });
  await send({ messageId: cleared });
  expect(server.calls.map(({ body }) => /Alert:|Resolved:/.exec(JSON.stringify(body))?.[0])).toEqual([
    'Alert:',
    'Resolved:',
  ]);
});

test('without a webhook nothing is queued, and what waits is dropped', async () => {
  const { server } = await useSender();
  const messageId = await raise();
  const send = createMessageSender({ db, jobs, log: parts.log, post: undefined, site });
  await send({ messageId });
  expect((await readMessages(db))[0]).toMatchObject({ webhookState: 'off' });
  await db.execute(sql`delete from alert_incidents`);
  await db.execute(sql`delete from alert_states`);
  await evaluate(parts, db, [condition]);
  expect((await readMessages(db))[0]).toMatchObject({ webhookState: 'off' });
  expect(server.calls).toEqual([]);
});

test('a message has at most 2000 characters', async () => {
  const { server, send } = await useSender();
  await setCases(1);
  const detail = sql`repeat('😀 name, ', 2000)`;
  const long = { ...condition, detail, describe: (_: number, names: string | null) => `Long: ${names}.` };
  await evaluate(parts, db, [long], true);
  await send({ messageId: (await readMessages(db))[0]?.id ?? 0 });
  const content = JSON.stringify(server.calls[0]?.body);
  const { length } = (JSON.parse(content) as { content: string }).content;
  expect(length).toBeLessThanOrEqual(2000);
  expect(length).toBeGreaterThan(1900);
  expect(content).toContain('https://play.example.com/admin/orders');
});
