import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { ALERT_CONDITIONS } from '#app/alert-conditions.ts';
import { createMailSender } from '#features/mail/mail.jobs.ts';
import { queueMail } from '#features/mail/mail.ts';
import { createLedgerChecker } from '#features/ledger/ledger.jobs.ts';
import { retryDeadDelivery } from '#features/deliveries/dead-deliveries.service.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { alertMail } from '#features/alerts/alert.mail.ts';
import { MailRefused } from '#platform/mail/mail-transport.ts';
import { useSecondProcess } from '#test/account-journeys.ts';
import { addBridgeToken } from '#features/game-servers/game-servers.ts';
import { createGameServer, makeAllDue, queueItems, queueOrder, useBridgePortal } from '#test/bridge.ts';
import { writeUnchecked } from '#test/plans.ts';
import { writePastOrders } from '#test/past-orders.ts';
import {
  createOwnerAccount,
  evaluate,
  passMinutes,
  readMails,
  readMessages,
  seeWorker,
} from './alert-world.ts';

const portal = await useBridgePortal();
const { parts } = portal;
const { db } = parts;
const checkLedger = createLedgerChecker(parts);
await seeWorker(db);

beforeEach(async () => {
  await writeUnchecked(
    parts.database,
    'truncate alert_states, alert_incidents, alert_messages, mails, local_mailbox, deliveries, order_lines, orders, accounts cascade',
    'update ledger_check set checked_at = now(), differences = 0',
    'update last_signals set at = now()',
  );
  await createOwnerAccount(db, { email: 'owner@example.com' });
});

const paidAt = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** What a mail server says that refuses one recipient and can't be reached for others. */
function fault(to: string): Error {
  return to.startsWith('refused') ? new MailRefused('550 no such user') : new Error('connect ECONNREFUSED');
}

const run = () => evaluate(parts, db, ALERT_CONDITIONS);

async function titles(): Promise<string[]> {
  return (await readMessages(db)).map(({ title }) => title);
}

/** Evaluates until everything that could be raised or cleared is. */
async function settle(): Promise<void> {
  await run();
  await passMinutes(db, 60);
  await run();
}

/** Sends the outbox as the worker does, and returns the subjects that arrived in the local mailbox. */
async function readMailbox(): Promise<string[]> {
  const { mail: transport } = parts;
  if (!transport) throw new Error('There is no mailbox.');
  const site = {
    brandName: 'Agaia',
    publicOrigin: 'https://play.example.com',
    contactEmail: 'a@example.com',
  };
  const send = createMailSender({
    ...parts,
    transport,
    kinds: [alertMail],
    from: 'Agaia <a@example.com>',
    site,
  });
  for (const { id, sentAt } of await readMails(db)) if (sentAt === null) await send({ mailId: id });
  const { rows } = await db.execute<{ subject: string }>(
    sql`select subject from local_mailbox where recipient = 'owner@example.com' order by id`,
  );
  return rows.map(({ subject }) => subject);
}

test('nothing is raised where nothing is wrong', async () => {
  await queueItems(portal, 3);
  await settle();
  expect(await titles()).toEqual([]);
});

test('orders in review', async () => {
  const { orderId } = await queueOrder(portal);
  await queueOrder(portal);
  await db.execute(sql`update orders set state = 'review' where id = ${orderId}`);
  await run();
  expect(await readMailbox()).toEqual(['Alert: 1 order is in review']);
  await db.execute(sql`update orders set state = 'paid' where id = ${orderId}`);
  await settle();
  expect(await readMailbox()).toEqual(['Alert: 1 order is in review', 'Resolved: 1 order is in review']);
});

test('dead deliveries', async () => {
  await queueItems(portal, 3);
  const leased = await portal.lease();
  await portal.acknowledge(leased.slice(0, 2).map(({ id }) => ({ id, result: 'reject' as const })));
  await run();
  expect(await readMailbox()).toEqual(['Alert: 2 deliveries failed for good']);
  await db.transaction(async (tx) => {
    for (const { id } of leased.slice(0, 2)) await retryDeadDelivery(tx, id);
  });
  await settle();
  expect(await readMailbox()).toContain('Resolved: 2 deliveries failed for good');
});

test('suspicious deliveries, apart from other dead ones', async () => {
  await queueItems(portal, 3);
  await db.execute(sql`
    update deliveries set state = 'dead', failure = case when item_id = 1 then 'rejected' else 'suspicious_duplicate' end`);
  await run();
  expect((await readMailbox()).toSorted()).toEqual([
    'Alert: 1 delivery failed for good',
    'Alert: The game says it had 2 deliveries already, which were never sent to it',
  ]);
  await db.execute(sql`update deliveries set state = 'applied' where failure = 'suspicious_duplicate'`);
  await settle();
  expect((await readMailbox()).filter((subject) => subject.startsWith('Resolved'))).toEqual([
    'Resolved: The game says it had 2 deliveries already, which were never sent to it',
  ]);
});

test('a game that fetches nothing while deliveries wait', async () => {
  await queueItems(portal, 2);
  await db.execute(sql`update deliveries set available_at = now() - interval '9 minutes'`);
  await db.execute(sql`update last_signals set at = now() - interval '11 minutes'`);
  await run();
  expect(await titles()).toEqual([]);
  await db.execute(sql`update deliveries set available_at = now() - interval '10 minutes'`);
  await run();
  expect(await readMailbox()).toEqual([
    'Alert: The game has fetched nothing for 10 minutes, and 2 deliveries wait',
  ]);
  // A lease over the API is what ends it, though it gets one of them alone. A process stores only one in 30 seconds.
  const { app } = await useSecondProcess(portal);
  const response = await app.inject({
    method: 'POST',
    url: '/api/bridge/v1/lease',
    remoteAddress: '127.0.0.1',
    headers: { authorization: `Bearer ${portal.token}` },
    body: { limit: 1 },
  });
  expect(response.json().deliveries).toHaveLength(1);
  await settle();
  expect((await readMailbox()).at(-1)).toContain('Resolved: The game has fetched nothing');
});

test('a bridge that falls silent, as long as its server has a valid token', async () => {
  const serverId = await createGameServer(db);
  await db.execute(sql`
    insert into game_server_status (server_id, adapter, bridge_version, guarantee, needs_character, reports_collected,
      is_online, players_online, reported_at)
    select id, 'rathena', '1.0.0', 'exactly_once', false, false, true, 7, now() - interval '4 minutes' from game_servers`);
  await db.execute(sql`update last_signals set at = now() - interval '4 minutes'`);
  await run();
  await passMinutes(db, 1);
  await run();
  expect(await titles()).toEqual([]);
  await passMinutes(db, 2);
  await run();
  // The second server has no token, so nobody expects anything of it.
  expect(await readMailbox()).toEqual(['Alert: The bridge of 1 game server is silent: Game server']);
  await addBridgeToken(db, 'north', serverId);
  await db.execute(sql`update game_server_status set reported_at = now() where server_id = 1`);
  await run();
  expect((await readMailbox()).length).toBeLessThanOrEqual(2);
  await db.execute(sql`update game_server_status set reported_at = now()`);
  await settle();
  expect((await readMailbox()).at(-1)).toMatch(/^Resolved: The bridge of 1 game server is silent/);
});

test('a game that fetches is none of it, however much waits', async () => {
  await queueItems(portal, 5);
  await db.execute(sql`update deliveries set available_at = now() - interval '3 hours'`);
  await db.execute(sql`update deliveries set available_at = 'infinity' where item_id = 1`);
  await settle();
  expect(await titles()).toEqual([]);
  await db.execute(sql`update last_signals set at = now() - interval '3 hours'`);
  await makeAllDue(db);
  await db.execute(sql`update deliveries set state = 'applied' where item_id > 1`);
  await db.execute(sql`update deliveries set available_at = 'infinity' where item_id = 1`);
  await settle();
  // Held back, so nobody waits for the game.
  expect(await titles()).toEqual([]);
});

test('no webhook for a day while orders were paid', async () => {
  await writePastOrders(portal, [{ paidAt: paidAt(2) }, { paidAt: paidAt(20) }, { paidAt: paidAt(30) }]);
  await writePastOrders(portal, [{ paidAt: paidAt(1), provider: 'sandbox' }]);
  await settle();
  expect(await titles()).toEqual([]);
  await db.execute(
    sql`update last_signals set at = now() - interval '25 hours' where name = 'stripe webhook'`,
  );
  await run();
  expect(await titles()).toEqual([]);
  await passMinutes(db, 10);
  await run();
  expect(await readMailbox()).toEqual(['Alert: No webhook of Stripe for a day, in which 2 orders were paid']);
  await db.execute(sql`update last_signals set at = now()`);
  await settle();
  expect(await readMailbox()).toHaveLength(2);
});

test('mails that fail', async () => {
  const [player] = await db.select({ id: accounts.id }).from(accounts);
  const mail = { kind: alertMail, accountId: player?.id ?? 0, parameters: { messageId: 1 } };
  await db.execute(sql`
    insert into alert_messages (kind, title, paragraphs, path, webhook_state) overriding system value
    values ('test', 'Test', '{}', '/admin/alerts', 'off')`);
  const [message] = await readMessages(db);
  const parameters = { messageId: message?.id ?? 0 };
  const recipients = ['waiting@example.com', 'late@example.com', 'refused@example.com'];
  await db.transaction(async (tx) => {
    for (const recipient of recipients) await queueMail(tx, parts.jobs, { ...mail, recipient, parameters });
  });
  await db.execute(sql`update mails set created_at = now() - interval '31 minutes'`);
  // Without a mail server they wait, and nothing has failed.
  await run();
  expect(await titles()).toEqual(['Test']);
  const site = {
    brandName: 'Agaia',
    publicOrigin: 'https://play.example.com',
    contactEmail: 'a@example.com',
  };
  const transport = { send: async ({ to }: { to: string }) => Promise.reject(fault(to)), close: () => {} };
  const send = createMailSender({ ...parts, transport, kinds: [alertMail], from: 'a@example.com', site });
  for (const { id } of await readMails(db)) await send({ mailId: id }).catch(() => {});
  await db.execute(sql`update mails set created_at = now() where recipient = 'waiting@example.com'`);
  await run();
  expect(await titles()).toEqual(['Test', "Alert: 2 mails couldn't be sent"]);
  await db.execute(sql`update mails set sent_at = now() where recipient = 'late@example.com'`);
  await db.execute(sql`update mails set failed_at = now() - interval '25 hours' where failed_at is not null`);
  await settle();
  expect(await titles()).toContain("Resolved: 2 mails couldn't be sent");
});

test('a ledger that its check finds wrong', async () => {
  await checkLedger({});
  await settle();
  expect(await titles()).toEqual([]);
  const [owner] = await db.select({ id: accounts.id }).from(accounts);
  await writeUnchecked(
    parts.database,
    `insert into coin_balances (account_id, currency, amount) values (${owner?.id}, 'premium', 7)`,
  );
  await checkLedger({});
  await run();
  expect(await readMailbox()).toEqual([
    "Alert: The ledger's check found 1 difference between coins and their entries",
  ]);
  await writeUnchecked(parts.database, 'delete from coin_balances');
  await checkLedger({});
  await run();
  expect(await readMailbox()).toHaveLength(2);
});

test('a ledger that was not checked', async () => {
  await db.execute(sql`update ledger_check set checked_at = now() - interval '47 hours'`);
  await run();
  expect(await titles()).toEqual([]);
  await db.execute(sql`update ledger_check set checked_at = now() - interval '49 hours'`);
  await run();
  expect(await readMailbox()).toEqual(["Alert: The ledger wasn't checked for 2 days"]);
  await checkLedger({});
  await settle();
  expect(await readMailbox()).toHaveLength(2);
});
