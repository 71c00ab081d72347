import { chmod, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { MAIL_ALERTS } from '#features/mail/mail.alerts.ts';
import { UNMATCHED_ALERTS } from '#features/orders/payments/unmatched.alerts.ts';
import { type DoctorInput, examine, type Finding, repairFiles } from '#features/doctor/doctor.ts';
import { observeSettings } from '#features/doctor/database.checks.ts';
import { observeBridge } from '#features/doctor/portal.checks.ts';
import { type Connection, openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { defineJob, startJobs } from '#platform/jobs/jobs.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { startCuttableProxy } from '#test/cuttable-proxy.ts';
import { useTestDatabase } from '#test/database.ts';
import { startSmtpServer } from '#test/smtp-server.ts';
import { useTwitchServer } from '#test/twitch-server.ts';
import { startStripeServer } from '#test/stripe-server.ts';

async function useFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const GREET = defineJob({ name: 'greet', payload: z.object({}) });

/** The findings for this portal, by check. */
async function examined(input: Partial<DoctorInput> = {}): Promise<Record<string, Finding[]>> {
  const findings = await examine({
    environment: {},
    dataDir: input.dataDir ?? (await useFolder()),
    envFiles: [],
    database: undefined,
    noDatabase: 'No database.',
    alertConditions: [],
    ...input,
  });
  return Object.groupBy(findings, ({ check }) => check) as Record<string, Finding[]>;
}

const states = (findings: Finding[] = []) => findings.map(({ state }) => state);

function useOpen(connection: Connection): OpenDatabase {
  const open = openDatabase({ connection, log: createLogger({ level: 'silent' }) });
  onTestFinished(() => void open.close().catch(() => {}));
  return open;
}

/** A database by way of a proxy that can keep every answer to itself. */
async function startStallingProxy(): Promise<{ connection: Connection; stall: () => void }> {
  const proxy = await startCuttableProxy((await useTestDatabase()).connection);
  onTestFinished(proxy.stop);
  const target = proxy.connection;
  const targetPort = 'connectionString' in target ? new URL(target.connectionString).port : target.port;
  const stalled = new AbortController();
  const server = net.createServer((client) => {
    const upstream = net.connect({ host: '127.0.0.1', port: Number(targetPort) });
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('close', () => upstream.destroy()).pipe(upstream);
    upstream.on('close', () => client.destroy());
    upstream.on('data', (answer) => stalled.signal.aborted || client.write(answer));
  });
  const port = await listen(server);
  const connection =
    'connectionString' in target
      ? { connectionString: target.connectionString.replace(`:${targetPort}`, `:${port}`) }
      : { ...target, port };
  return { connection, stall: () => stalled.abort() };
}

async function listen(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address with one.
  return (server.address() as AddressInfo).port;
}

test('finds nothing wrong with a fresh portal but a bridge that never fetched', async () => {
  const database = await useTestDatabase();
  const found = await examined({ database });
  for (const check of [
    'node',
    'configuration',
    'schema',
    'clock',
    'jobs',
    'ledger',
    'alerts',
    'files',
    'replicas',
  ])
    expect({ check, states: states(found[check]) }).toEqual({ check, states: ['ok'] });
  expect(found.bridges).toEqual([
    expect.objectContaining({
      state: 'warning',
      what: 'The bridge of main has never fetched; nothing waits.',
    }),
  ]);
  for (const check of ['mail', 'payments', 'twitch']) expect(states(found[check])).toEqual(['skipped']);
});

test('names migrations that are pending or edited, and those of a newer release', async () => {
  const database = await useTestDatabase();
  await database.db.execute(sql`delete from schema_migrations where name like '0075-%'`);
  await database.db.execute(sql`insert into schema_migrations values ('9999-future.sql', 'x')`);
  await database.db.execute(sql`update schema_migrations set checksum = 'x' where name like '0001-%'`);
  const { schema } = await examined({ database });
  expect(schema).toEqual([
    expect.objectContaining({
      state: 'ok',
      what: expect.stringContaining('added to the database: 9999-future.sql'),
    }),
    expect.objectContaining({
      state: 'problem',
      what: expect.stringMatching(/edited after they ran: 0001-/),
    }),
    expect.objectContaining({ state: 'problem', fix: 'waygate migrate' }),
  ]);
  await database.db.execute(
    sql`update schema_migrations set breaks_older = true where name = '9999-future.sql'`,
  );
  expect((await examined({ database })).schema?.[0]).toMatchObject({
    state: 'problem',
    what: 'A newer release has changed the database: 9999-future.sql.',
  });
});

test('names differences of the ledger, and open alerts', async () => {
  const database = await useTestDatabase();
  const { db } = database;
  await db.execute(sql`update ledger_check set checked_at = now() - interval '3 days'`);
  await db.execute(
    sql`insert into alert_incidents (alert, since, opened_at, cases) values ('mails_failing', now(), now(), 3)`,
  );
  const { ledger, alerts } = await examined({ database, alertConditions: MAIL_ALERTS });
  expect(ledger).toEqual([
    expect.objectContaining({ state: 'warning', what: 'The ledger was last checked 72 hours ago.' }),
  ]);
  expect(alerts).toEqual([
    {
      check: 'alerts',
      state: 'warning',
      what: "3 mails couldn't be sent.",
      why: "The alert 'Mails not sent' was raised less than a minute ago.",
      fix: expect.stringMatching(/Check SMTP_URL.* Admin → Alerts$/),
      code: 'mails_failing',
    },
  ]);
  await db.execute(
    sql`insert into alert_incidents (alert, since, opened_at, cases) values ('unmatched_payment', now(), now(), 1)`,
  );
  const { alerts: both = [] } = await examined({
    database,
    alertConditions: [...MAIL_ALERTS, ...UNMATCHED_ALERTS],
  });
  // Its page isn't in the menu.
  expect(both.map(({ fix }) => fix)).toContainEqual(
    expect.stringMatching(/ Admin → Orders → Unmatched payments$/),
  );
  await db.execute(sql`update ledger_check set differences = 2`);
  expect(states((await examined({ database })).ledger)).toEqual(['problem']);
});

test('a database that takes connections and hangs is one problem, and the other checks answer', async () => {
  const port = await listen(net.createServer((socket) => void socket.on('error', () => {})));
  const database = useOpen({ connectionString: `postgres://waygate:s3cret@127.0.0.1:${port}/waygate` });
  expect(summarize(await examined({ database }))).toEqual(ONLY_THE_DATABASE);
}, 60_000);

test('a database that hangs after the sign-in is one problem, and the other checks answer', async () => {
  const { connection, stall } = await startStallingProxy();
  const database = useOpen(connection);
  await database.pool.query('select 1');
  stall();
  expect(summarize(await examined({ database, limitMs: 6000 }))).toEqual(ONLY_THE_DATABASE);
}, 60_000);

test('a database that refuses connections is one problem, and the other checks answer', async () => {
  const { connection } = await useTestDatabase();
  const proxy = await startCuttableProxy(connection);
  await proxy.cut();
  expect(summarize(await examined({ database: useOpen(proxy.connection) }))).toEqual(ONLY_THE_DATABASE);
}, 60_000);

const NEED_DATABASE = ['schema', 'clock', 'replicas', 'workers', 'bridges', 'jobs', 'ledger', 'alerts'];
const ONLY_THE_DATABASE = { database: ['problem'], node: ['ok'], others: NEED_DATABASE.map(() => 'skipped') };

function summarize(found: Record<string, Finding[]>) {
  const others = NEED_DATABASE.flatMap((check) => states(found[check]));
  return { database: states(found.database), node: states(found.node), others };
}

const DURABLE = { version: 150_004, fsync: 'on', fullPageWrites: 'on', synchronousCommit: 'on' };
const ROOMY = { maxConnections: 100, reserved: 3, used: 10 };

test.each([
  [{}, 'ok: PostgreSQL 15.4, durable, with 10 of 97 connections in use.'],
  [{ version: 140_009 }, 'problem: PostgreSQL 15 or newer is needed; this server is version 14.'],
  [{ fsync: 'off' }, 'problem: fsync is off.'],
  [{ synchronousCommit: 'off' }, 'problem: synchronous_commit is off.'],
  [{ maxConnections: 20 }, 'warning: max_connections allows 17 connections.'],
  [{ used: 90 }, 'warning: 90 of 97 connections are in use.'],
])('a server with %j is %s', (settings, expected) => {
  const found = observeSettings({ ...DURABLE, ...ROOMY, ...settings });
  expect(found.map(({ state, what }) => `${state}: ${what}`)).toEqual([expected]);
});

const FETCHING = {
  slug: 'main',
  guarantee: 'exactly_once',
  leasedMinutesAgo: 0,
  waiting: 0,
  oldestMinutes: null,
};

test.each([
  [{}, 'ok: The bridge of main last fetched less than a minute ago, exactly once; nothing waits.'],
  [
    { leasedMinutesAgo: 30 },
    'warning: The bridge of main last fetched 30 min ago, exactly once; nothing waits.',
  ],
  [
    { leasedMinutesAgo: 30, waiting: 2, oldestMinutes: 25 },
    'problem: The bridge of main last fetched 30 min ago, exactly once; 2 deliveries are waiting, the oldest for 25 min.',
  ],
])('a bridge with %j is %s', (changes, expected) => {
  const { state, what } = observeBridge({ ...FETCHING, ...changes });
  expect(`${state}: ${what}`).toBe(expected);
});

test('names a mail server that refuses the sign-in, and sends nothing unless asked', async () => {
  const smtp = await startSmtpServer();
  onTestFinished(smtp.stop);
  const environment = { SMTP_URL: smtp.url, MAIL_FROM: 'Play <no-reply@play.example>' };
  expect(states((await examined({ environment })).mail)).toEqual(['ok']);
  expect(smtp.received).toEqual([]);
  expect(states((await examined({ environment, mailTo: 'owner@play.example' })).mail)).toEqual(['ok']);
  expect(smtp.recipients).toEqual(['owner@play.example']);
  smtp.treat('refuse login');
  const { mail } = await examined({ environment });
  expect(mail).toEqual([
    expect.objectContaining({ state: 'problem', fix: 'Correct SMTP_URL and MAIL_FROM.' }),
  ]);
});

test('names a key that Stripe refuses, and permissions that it lacks', async () => {
  const stripe = await startStripeServer();
  const environment = {
    STRIPE_API_BASE: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  };
  expect(states((await examined({ environment })).payments)).toEqual(['ok']);
  const wrong = 'sk_test_wrongwrongwrong';
  const { payments } = await examined({ environment: { ...environment, STRIPE_SECRET_KEY: wrong } });
  expect(states(payments)).toEqual(['problem']);
  expect(JSON.stringify(payments)).not.toContain('wrongwrong');
  const restricted = { ...environment, STRIPE_SECRET_KEY: stripe.restrictedKey };
  const missing = await examined({ environment: restricted });
  expect(missing.payments?.map(({ what }) => what)).toContain(
    "Stripe's setup: permission missing: dispute_read.",
  );
}, 60_000);

test('names an application that Twitch refuses', async () => {
  const { config } = await useTwitchServer();
  const environment = {
    TWITCH_CLIENT_ID: config.clientId,
    TWITCH_CLIENT_SECRET: config.clientSecret,
    TWITCH_GAME_IDS: config.gameIds.join(','),
    TWITCH_API_BASE: config.apiBase,
    TWITCH_AUTH_BASE: config.authBase,
  };
  expect(states((await examined({ environment })).twitch)).toEqual(['ok']);
  const { twitch } = await examined({ environment: { ...environment, TWITCH_CLIENT_SECRET: 'wrong' } });
  expect(twitch).toEqual([
    expect.objectContaining({ state: 'problem', fix: 'Correct TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET.' }),
  ]);
});

test('names jobs that are late or failed', async () => {
  const database = await useTestDatabase();
  const jobs = await startJobs({
    connection: database.connection,
    definitions: [GREET],
    isWorker: false,
    log: createLogger({ level: 'silent' }),
    metrics: createMetrics(),
  });
  onTestFinished(jobs.stop);
  await database.db.transaction((tx) => jobs.enqueue(tx, GREET, {}));
  expect(states((await examined({ database })).jobs)).toEqual(['ok']);
  await database.db.execute(sql`update pgboss.job set start_after = now() - interval '1 hour'`);
  expect((await examined({ database })).jobs).toEqual([
    expect.objectContaining({
      state: 'problem',
      what: "Jobs that have been due for more than 10 minutes: 1 of 'greet'.",
      code: 'greet',
    }),
  ]);
  await database.db.execute(sql`update pgboss.job set state = 'failed', completed_on = now()`);
  expect(states((await examined({ database })).jobs)).toEqual(['warning']);
});

test('names faults and unknown variables of the configuration, never their values', async () => {
  const environment = { PORT: 'many', STRIPE_SECERT_KEY: 'sk_live_s3cret', SMTP_URL: 'smtp://a:s3cret@h' };
  const found = await examined({ environment });
  expect(found.configuration?.map(({ state, what }) => `${state}: ${what}`)).toEqual([
    'problem: PORT must be a port from 0 to 65535.',
    'problem: MAIL_FROM is needed with SMTP_URL.',
    'warning: STRIPE_SECERT_KEY is unknown. Did you mean STRIPE_SECRET_KEY?',
  ]);
  expect(JSON.stringify(found)).not.toContain('s3cret');
});

test('names files that others can read or change, and secrets that lie there', async () => {
  const dataDir = await useFolder();
  const envFile = path.join(dataDir, 'portal.env');
  await writeFile(envFile, 'SMTP_URL=…');
  await writeFile(path.join(dataDir, 'first-start-secrets.txt'), '');
  // The portal's user can put it there, and the doctor may run as root.
  const victim = path.join(await useFolder(), 'victim');
  await writeFile(victim, '');
  await symlink(victim, path.join(dataDir, 'twitch-token-key'));
  for (const file of [envFile, victim]) await chmod(file, 0o664);
  await chmod(dataDir, 0o3777);
  const { files } = await examined({ dataDir, envFiles: [envFile] });
  expect(files?.map(({ fix }) => fix)).toEqual([
    `Save them elsewhere, then: rm ${path.join(dataDir, 'first-start-secrets.txt')}`,
    `chmod o-w ${dataDir}`,
    `chmod go= ${path.join(dataDir, 'first-start-secrets.txt')}`,
    `chmod o= ${envFile}`,
  ]);
  const repaired = await repairFiles(dataDir, [envFile]);
  expect(repaired.toSorted()).toEqual(
    [
      `chmod o= ${envFile}`,
      `chmod go= ${path.join(dataDir, 'first-start-secrets.txt')}`,
      `chmod o-w ${dataDir}`,
    ].toSorted(),
  );
  const modes = await Promise.all([dataDir, envFile, victim].map(async (file) => (await stat(file)).mode));
  expect(modes.map((mode) => (mode & 0o7777).toString(8))).toEqual(['3775', '660', '664']);
  await chmod(envFile, 0o602);
  expect((await examined({ dataDir, envFiles: [envFile] })).files).toContainEqual(
    expect.objectContaining({ what: `Every user of this machine can write to ${envFile}.` }),
  );
  await repairFiles(dataDir, [envFile]);
  expect((await examined({ dataDir, envFiles: [envFile] })).files).toHaveLength(1);
});
