import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { standInForWorker } from '#app/jobs.ts';
import { alertMessages } from '#features/alerts/alerts.tables.ts';
import { startHeartbeat } from '#features/processes/heartbeat.ts';
import { PROCESS_ALERTS } from '#features/processes/processes.alerts.ts';
import { selectProcesses } from '#features/processes/processes.queries.ts';
import { sendMail } from '#features/mail/mail.ts';
import { openDatabase } from '#platform/db/database.ts';
import { removeJournal, writeJournal } from '#platform/releases/installation.ts';
import {
  createOwnerAccount,
  evaluate,
  passMinutes,
  readIncidents,
  readMails,
} from '#features/alerts/tests/alert-world.ts';
import { startSmtpServer } from '#test/smtp-server.ts';
import { useTestParts } from '#test/test-parts.ts';

const smtp = await startSmtpServer();
const parts = await useTestParts({ config: { smtpUrl: smtp.url } });
const { db } = parts;
await createOwnerAccount(db);

beforeEach(async () => {
  for (const table of ['processes', 'alert_incidents', 'alert_states', 'mails'])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
  smtp.recipients.length = 0;
});

const doNothing = async () => {};
const NEWEST = '9998-ours.sql';

type Options = Partial<Parameters<typeof startHeartbeat>[0]>;

async function useHeartbeat(options: Options = {}) {
  const roles = { isApi: true, isWorker: false };
  const heartbeat = await startHeartbeat({
    ...parts,
    version: '1.2.3',
    ...roles,
    newestMigration: NEWEST,
    onNoWorker: doNothing,
    onSchemaTooNew: () => {},
    ...options,
  });
  onTestFinished(heartbeat.stop);
  return heartbeat;
}

const isWorker = true;
const age = (seconds: number) =>
  db.execute(sql`update processes set seen_at = seen_at - make_interval(secs => ${seconds})`);

test('a process is seen until it stops, with its disk and the id of its folder', async () => {
  const { stop } = await useHeartbeat({ isWorker });
  const id = (await readFile(path.join(parts.config.dataDir, 'data-dir-id'), 'utf8')).trim();
  const [seen] = await selectProcesses(db);
  expect(seen).toMatchObject({ isApi: true, isWorker, pid: process.pid, version: '1.2.3', isAlive: true });
  expect(seen).toMatchObject({ dataDirId: id, diskFree: expect.any(Number) });
  await stop();
  expect(await selectProcesses(db)).toEqual([]);
});

const startAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('an update that is not finished after 15 minutes is named, until it is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-releases-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [from, to] = ['waygate-1.2.3-linux-x64', 'waygate-1.3.0-linux-x64'];
  const journal = { from, to, processes: 1, backup: null };
  const current = { name: to, version: '1.3.0', arch: 'x64' };
  const readAlert = async () => {
    const { stop } = await useHeartbeat({ isWorker, installation: { folder, current } });
    await evaluate(parts, db, PROCESS_ALERTS);
    await stop();
    return (await readIncidents(db)).filter(({ alert }) => alert === 'update_unfinished');
  };
  await writeJournal(folder, { ...journal, startedAt: startAgo(14) });
  expect(await readAlert()).toEqual([]);
  await writeJournal(folder, { ...journal, startedAt: startAgo(16) });
  expect(await readAlert()).toMatchObject([{ clearedAt: null, detail: hostname() }]);
  await removeJournal(folder);
  await readAlert();
  await passMinutes(db, 6);
  expect(await readAlert()).toMatchObject([{ clearedAt: expect.any(Date) }]);
});

test('a killed process is not alive after 45 seconds, and deleted after a day', async () => {
  const lost = await startHeartbeat({
    ...parts,
    version: '1',
    isApi: true,
    isWorker,
    newestMigration: NEWEST,
    onNoWorker: doNothing,
    onSchemaTooNew: () => {},
    everyMs: 1e9,
  });
  onTestFinished(lost.stop);
  await age(50);
  expect(await selectProcesses(db)).toMatchObject([{ isAlive: false }]);
  await age(86_400);
  await useHeartbeat();
  expect(await selectProcesses(db)).toHaveLength(1);
});

test('a heartbeat changes one row and no index entry', async () => {
  await useHeartbeat({ everyMs: 5 });
  const updates = async () => {
    await db.execute(sql`select pg_stat_force_next_flush()`);
    const { rows } = await db.execute<{ all: number; hot: number }>(sql`
      select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'processes'`);
    return rows[0];
  };
  await expect.poll(async () => (await updates())?.all).toBeGreaterThan(20);
  const counted = await updates();
  expect(counted?.hot).toBe(counted?.all);
  expect(await selectProcesses(db)).toHaveLength(1);
});

test('goes on when the database comes back', async () => {
  const connection = { connectionString: 'postgres://127.0.0.1:1/x' };
  const down = openDatabase({ connection, log: parts.log });
  onTestFinished(down.close);
  let target = down.db;
  // A database that is replaced between two heartbeats.
  const replaced = new Proxy(db, { get: (_, key) => Reflect.get(key === '$client' ? target : db, key) });
  await useHeartbeat({ db: replaced, everyMs: 5 });
  expect(await selectProcesses(db)).toEqual([]);
  target = db;
  await expect.poll(async () => (await selectProcesses(db)).length).toBe(1);
});

test('api processes mail the owners once that no worker runs, before all other mail', async () => {
  const { jobs } = parts;
  await db.transaction((tx) =>
    jobs.enqueueAll(
      tx,
      sendMail,
      Array.from({ length: 10 }, () => ({ mailId: crypto.randomUUID() })),
    ),
  );
  const standIns = Array.from({ length: 4 }, () => standInForWorker(parts));
  const beatAll = () => Promise.all(standIns.map((standIn) => standIn()));
  await beatAll();
  // A restart takes less than two minutes.
  expect(await readMails(db)).toEqual([]);
  await passMinutes(db, 2);
  await beatAll();
  await beatAll();
  expect(smtp.recipients).toHaveLength(1);
  const mails = await readMails(db);
  expect(mails).toMatchObject([{ kind: 'alert', sentAt: expect.any(Date) }]);
  const messages = await db.select().from(alertMessages);
  expect(messages).toMatchObject([{ kind: 'raised', title: 'Alert: No worker runs', webhookState: 'off' }]);
});

test('a process stands in only while no worker lives', async () => {
  let calls = 0;
  const onNoWorker = async () => void (calls += 1);
  const worker = await useHeartbeat({ isWorker, everyMs: 1e9 });
  await useHeartbeat({ onNoWorker });
  expect(calls).toBe(0);
  await worker.stop();
  await useHeartbeat({ onNoWorker });
  expect(calls).toBe(1);
});

const migrated = (name: string, breaksOlder: boolean) =>
  db.execute(sql`
    insert into schema_migrations (name, checksum, breaks_older) values (${name}, '', ${breaksOlder})`);
const agoOf = async () => (await selectProcesses(db))[0]?.seenSecondsAgo ?? 1;

test('a process learns once that a newer release took away what it uses, and nothing from one that only adds', async () => {
  const reasons: string[] = [];
  await useHeartbeat({ everyMs: 5, onSchemaTooNew: ({ message }) => void reasons.push(message) });
  onTestFinished(async () => void (await db.execute(sql`delete from schema_migrations where checksum = ''`)));
  await migrated('9999-adds.sql', false);
  await age(1);
  // Two heartbeats: the first may have looked before.
  await expect.poll(agoOf).toBeLessThan(1);
  await age(1);
  await expect.poll(agoOf).toBeLessThan(1);
  expect(reasons).toEqual([]);
  await migrated('9999-takes.sql', true);
  await expect.poll(() => reasons).toEqual([expect.stringContaining('(9999-takes.sql)')]);
});

test('beats on while standing in hangs, and stops without waiting for it', async () => {
  const { stop } = await useHeartbeat({ everyMs: 5, onNoWorker: () => new Promise(() => {}) });
  await age(5);
  await expect.poll(async () => (await selectProcesses(db))[0]?.seenSecondsAgo).toBeLessThan(5);
  await stop();
  expect(await selectProcesses(db)).toEqual([]);
});
