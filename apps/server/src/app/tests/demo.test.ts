import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { ALERT_CONDITIONS } from '#app/alert-conditions.ts';
import { createCleaner } from '#app/housekeeping.jobs.ts';
import { RETENTION } from '#app/retention.ts';
import { seed } from '#app/seed.ts';
import { createShutdown } from '#app/shutdown.ts';
import { startDemo } from '#app/demo/start-demo.ts';
import { useDemoEnvironment } from '#app/demo/demo-environment.ts';
import { ensureOwner } from '#features/accounts/accounts.ts';
import { fillCommunity } from '#features/demo/demo.ts';
import { portalChecks } from '#features/doctor/portal.checks.ts';
import { runChecks } from '#features/doctor/run-checks.ts';
import { addBridgeToken, allowLoopback } from '#features/game-servers/game-servers.ts';
import { createLedgerChecker } from '#features/ledger/ledger.jobs.ts';
import { selectLedgerCheck } from '#features/ledger/ledger.queries.ts';
import { readConfig } from '#platform/config/config.ts';
import type { Db } from '#platform/db/database.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { createPictures } from '#platform/pictures/pictures.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { captureLog } from '#test/captured-log.ts';
import { createTestDatabase, type TestDatabase, urlOf, useTestDatabase } from '#test/database.ts';
import { FILLING, FILLING_PROGRAM } from '#test/filling-process.ts';
import { waitsFor } from '#test/locks.ts';
import { startWithoutPages } from '#test/started-portal.ts';
import { createCheapPasswords } from '#test/test-parts.ts';

/** The demo in this process, without pages and without a worker, on a port that the system chooses. */
async function start({ connection }: TestDatabase, dataDir: string) {
  const { log } = captureLog();
  const shutdown = createShutdown(log);
  const printed: string[] = [];
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: urlOf(connection) });
  const program = { config, log, shutdown, print: (sentence: string) => void printed.push(sentence) };
  await startDemo(program, { createPages, isWorker: false }).catch(async (error: unknown) => {
    await shutdown.run();
    throw error;
  });
  const text = printed.join('\n');
  return { text, origin: /ready at (\S+)/.exec(text)?.[1] ?? '', stop: () => shutdown.run() };
}

const createPages = async () => ({ inlineScriptHashes: [], register: async () => {} });

async function createFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'waygate-demo-'));
}

async function countRows(of: Pick<Db, 'execute'>): Promise<Record<string, number>> {
  const names = Object.keys(RETENTION).map(
    (name) => sql`(${name}, (select count(*)::int from ${sql.identifier(name)}))`,
  );
  const { rows } = await of.execute<{ name: string; count: number }>(
    sql`select * from (values ${sql.join(names, sql`, `)}) as counted (name, count)`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const folder = await createFolder();
const database = await createTestDatabase();
const { db } = database;
const demo = await start(database, folder);
afterAll(async () => {
  await demo.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** What no screen shows, work of a moment, machinery, what proves who somebody is, and what only staff or a worker of this portal does. */
const MAY_BE_EMPTY =
  `account_erasures account_tokens alert_states backup_schedule backups drop_adjustments factor_keys factor_removals
  factor_sign_ins known_devices known_networks order_mails order_payments passkey_challenges passkeys payment_findings
  processes rate_limits receipt_reports recovery_codes replaced_factors restores sandbox_events sandbox_idempotency_keys terms_versions totp_factors totp_setups twitch_link_attempts twitch_link_blocks twitch_revocations`.split(
    /\s+/,
  );

test('every table that a screen shows has rows', async () => {
  const counts = await countRows(db);
  const empty = Object.keys(counts).filter((name) => counts[name] === 0);
  expect(empty.filter((name) => !MAY_BE_EMPTY.includes(name))).toEqual([]);
  expect(counts).toMatchObject({ accounts: 206, orders: 330, game_servers: 2 });
});

test('orders and deliveries are there in every state', async () => {
  const { rows } = await db.execute<{ orders: string[]; deliveries: string[]; failures: string[] }>(sql`
    select (select array_agg(distinct state order by state) from orders) as orders,
           (select array_agg(distinct state order by state) from deliveries) as deliveries,
           (select array_agg(distinct failure order by failure) from deliveries where state = 'dead') as failures`);
  expect(rows).toEqual([
    {
      orders:
        'cancelled charged_back disputed expired failed paid partially_refunded pending processing refunded review'.split(
          ' ',
        ),
      deliveries: 'applied awaiting_character cancelled dead leased pending superseded unknown'.split(' '),
      failures: ['exhausted', 'mismatch', 'rejected', 'suspicious_duplicate'],
    },
  ]);
});

test('payments are marked as test, and agree with the simulated provider', async () => {
  const { rows } = await db.execute(sql`
    select o.id, o.state from orders o left join sandbox_sessions s on s.id = o.session_id
    where o.is_live or o.provider <> 'sandbox' or s.id is null or s.client_reference_id <> o.reference
      or s.refunded_cents <> o.refunded_cents or (s.payment_status = 'paid') <> (o.paid_at is not null)
      or (s.amount_cents <> o.price_cents and o.state <> 'review')`);
  expect(rows).toEqual([]);
});

test('the checks of the ledger and of the doctor find no problem, and nothing is due for deletion', async () => {
  const { log, lines } = captureLog();
  await createLedgerChecker({ db, log, metrics: createMetrics() })({});
  expect(await selectLedgerCheck(db)).toEqual({ differences: 0 });
  const findings = await runChecks(
    portalChecks(async () => database, ALERT_CONDITIONS),
    { redact: (text) => text },
  );
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
  const before = await countRows(db);
  await createCleaner({ db, log })({});
  const { activity_days: _, ...kept } = await countRows(db);
  expect(before).toMatchObject(kept);
  expect(lines()).toEqual([]);
});

test('no game leases from a demo, whatever token it has', async () => {
  const token = await addBridgeToken(db, 'by an owner');
  await allowLoopback(db);
  const response = await fetch(`${demo.origin}/api/bridge/v1/lease`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limit: 50 }),
  });
  expect(response.status).toBe(401);
  await expect(startWithoutPages(database, { PORT: '0', DATA_DIR: folder })).rejects.toThrow(
    /data of a demo/,
  );
});

test('prints the sign-in at each start, and a second start adds nothing', async () => {
  const file = path.join(folder, 'demo-password');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const password = (await readFile(file, 'utf8')).trim();
  const before = await countRows(db);
  const again = await start(database, folder);
  onTestFinished(again.stop);
  for (const { text, origin } of [demo, again]) {
    expect(text).toContain(`Owner:    owner\nPlayer:   Wren_Hollow\nPassword: ${password}`);
    for (const userName of ['owner', 'Wren_Hollow']) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ identifier: userName, password });
      const response = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
    }
  }
  const { accounts, orders, deliveries, ledger_entries, drop_claims } = await countRows(db);
  expect(before).toMatchObject({ accounts, orders, deliveries, ledger_entries, drop_claims });
});

/** Who is there and what they did; times and the installation's id are left out. */
async function readCommunity(of: Db) {
  const { rows } = await of.execute(sql`
    select (select array_agg(user_name order by id) from accounts) as names,
           (select array_agg(array[account_id::text, product_name, state] order by id) from orders) as orders,
           (select array_agg(array[account_id::text, currency, amount::text] order by account_id, currency) from coin_balances) as coins,
           (select array_agg(array[account_id::text, kind, minutes::text] order by account_id, kind) from drop_totals) as drops,
           (select array_agg(array[kind, target] order by id) from audit_entries where target !~ '-') as audit,
           (select json_object_agg(state, count) from (select state, count(*) from deliveries group by 1 order by 1) d) as deliveries`);
  return rows;
}

/** A new portal with its owner and the demo content. */
async function useNewPortal(): Promise<TestDatabase> {
  const fresh = await useTestDatabase();
  const config = readConfig({ DATA_DIR: folder });
  await ensureOwner(fresh.db, createCheapPasswords(), { ...config.owner, password: 'of the owner' });
  const parts = { db: fresh.db, config, storage: await createStorage(config), pictures: createPictures() };
  await seed(parts);
  return fresh;
}

test('a kill in the middle of the fill leaves nothing, and the next start makes the same community', async () => {
  const [killed, whole] = [await useNewPortal(), await useNewPortal()];
  await fillCommunity(whole.db, FILLING);
  const before = await countRows(killed.db);
  await killed.db.transaction(async (tx) => {
    // The fill comes to this table after most others, and waits.
    await tx.execute(sql`lock table ledger_entries in access exclusive mode`);
    const child = spawn(process.execPath, [FILLING_PROGRAM, JSON.stringify(killed.connection)], {
      stdio: 'ignore',
    });
    const waiting = sql.raw(waitsFor('ledger_entries'));
    while ((await tx.execute(waiting)).rows.length === 0) await pause(20);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  expect(await countRows(killed.db)).toEqual(before);
  await fillCommunity(killed.db, FILLING);
  expect(await readCommunity(killed.db)).toEqual(await readCommunity(whole.db));
});

test('refuses a folder and a database that hold anything else', async () => {
  const other = await createFolder();
  onTestFinished(() => rm(other, { recursive: true }));
  await writeFile(path.join(other, 'bridge-token'), 'of a real portal');
  await expect(start(database, other)).rejects.toThrow(/holds something else than a demo/);
  const real = await useNewPortal();
  await real.db.execute(
    sql`insert into accounts (user_name, email, password_hash) values ('Hero', 'hero@mail.example', 'none')`,
  );
  const empty = await createFolder();
  onTestFinished(() => rm(empty, { recursive: true }));
  const before = await countRows(real.db);
  await expect(start(real, empty)).rejects.toThrow(/holds a portal that is no demo/);
  expect(await countRows(real.db)).toEqual(before);
});

test('takes nothing from the environment that reaches the outside', () => {
  const variables: Record<string, string | undefined> = {
    PATH: '/bin',
    PORT: '5000',
    BRAND_NAME: 'Mine',
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://real',
    STRIPE_SECRET_KEY: 'sk_live_1',
    SMTP_URL: 'smtps://mail',
    TWITCH_CLIENT_ID: 'mine',
    DATA_DIR: './data',
  };
  useDemoEnvironment(variables, '/demo-data');
  expect(variables).toEqual({
    PATH: '/bin',
    PORT: '5000',
    BRAND_NAME: 'Mine',
    DATA_DIR: '/demo-data',
    DEMO_CONTENT: 'on',
  });
});
