// Deliveries per second that the bridge applies to MariaDB, compared with bare transactions, and the bridge's memory.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, report, reportBudgets } from './support/budgets.ts';
import { residentMemoryOf } from './support/process-memory.ts';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { connectToMariadb, findMariadb, startMariadb } from '../apps/game-bridge/src/test/mariadb.ts';

const ROUNDS = 5;
const DELIVERIES = 3000;
const ROOT = path.dirname(import.meta.dirname);
const PROGRAM = path.join(ROOT, 'apps/game-bridge/dist/game-bridge.mjs');
const BUILD = `import { buildBridge } from './scripts/build.mjs'; process.exitCode = await buildBridge();`;

if (!findMariadb()) {
  console.log('MariaDB is missing, so this is SKIPPED: apt-get install mariadb-server');
} else {
  // The single file, which is what stands beside a game.
  execFileSync(process.execPath, ['--input-type=module', '--eval', BUILD], { cwd: ROOT });
  // As a game's server: a commit is on a disk when it returns.
  const mariadb = await startMariadb({ 'innodb-flush-log-at-trx-commit': '1' }, { isOnDisk: true });
  try {
    await measure(mariadb.port);
  } finally {
    await mariadb.stop();
  }
}

async function measure(port: number): Promise<void> {
  const game = await connectToMariadb(port);
  await game.query('create database game');
  await game.query('use game');
  await game.query(
    `create table mail (id bigint auto_increment primary key, account_id int, item_id int, amount int) engine = InnoDB`,
  );
  const [rates, ratios, memories]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bridge = await applyAll(port, round);
    const bare = await transactions(game);
    rates.push(bridge.rate);
    memories.push(bridge.megabytes);
    ratios.push(bridge.rate / bare);
  }
  const [rows] = await game.query('select count(*) as mails from mail');
  await game.end();
  const expected = DELIVERIES * ROUNDS * 2;
  if (JSON.stringify(rows) !== JSON.stringify([{ mails: expected }]))
    throw new Error('Deliveries are missing.');
  report('deliveries a second', median(rates));
  reportBudgets([
    { name: 'deliveries, share of bare transactions', measured: median(ratios), atLeast: 0.5 },
    // 80 MB.
    { name: "the bridge's memory (MiB)", measured: Math.max(...memories), atMost: 76 },
  ]);
}

async function transactions(game: Awaited<ReturnType<typeof connectToMariadb>>): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < DELIVERIES; n += 1) {
    await game.query('start transaction');
    await game.execute('insert into mail (account_id, item_id, amount) values (?, ?, ?)', [n, 7001, 1]);
    await game.query('commit');
  }
  return DELIVERIES / ((performance.now() - startedAt) / 1000);
}

/** The real program, against a portal that has nothing else to do. */
async function applyAll(port: number, round: number): Promise<{ rate: number; megabytes: number }> {
  const portal = await openPortal(round);
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-bench-'));
  const file = path.join(folder, 'bridge.yaml');
  writeFileSync(file, configFor(portal.url, port));
  await once(
    spawn(process.execPath, [PROGRAM, '--config', file, 'check', '--fix'], { stdio: 'ignore' }),
    'close',
  );
  const child = spawn(process.execPath, [PROGRAM, '--config', file, 'run'], { stdio: 'ignore' });
  let megabytes = 0;
  while (!portal.isDone()) {
    if (child.exitCode !== null) throw new Error(`The bridge ended with ${child.exitCode}.`);
    megabytes = Math.max(megabytes, await residentMemoryOf(child.pid ?? 0));
    await sleep(100);
  }
  child.kill();
  await once(child, 'close');
  portal.close();
  rmSync(folder, { recursive: true });
  return { rate: portal.rate(), megabytes };
}

function configFor(url: string, port: number): string {
  return `
portal: ${url}
token: bench-token-of-the-bridge
game: sql
database: mysql://root@127.0.0.1:${port}/game
batch: 500
listen: off
statements:
  grant:
    default: insert into mail (account_id, item_id, amount) values (:accountId, :itemId, :quantity)
`;
}

async function openPortal(round: number) {
  let [next, acknowledged, startedAt, endedAt] = [0, 0, 0, 0];
  const lease = (limit: number) => {
    startedAt ||= performance.now();
    const deliveries = Array.from({ length: Math.min(limit, DELIVERIES - next) }, () =>
      deliveryOf(round, (next += 1)),
    );
    return { leaseSeconds: 60, deliveries };
  };
  const answer = (call: string, body: unknown) => {
    if (call.endsWith('/lease')) return lease(Number(Object(body).limit));
    if (call.endsWith('/status')) return { serverId: 1, now: new Date().toISOString() };
    if (Array.isArray(body)) acknowledged += body.length;
    if (acknowledged === DELIVERIES) endedAt ||= performance.now();
    return { results: [] };
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => response.end(JSON.stringify(answer(request.url ?? '', JSON.parse(text)))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    isDone: () => endedAt > 0,
    rate: () => DELIVERIES / ((endedAt - startedAt) / 1000),
    close: () => void server.close(),
  };
}

function deliveryOf(round: number, n: number) {
  return {
    id: n,
    idempotencyKey: `bench:${round}:${n}`,
    effect: 'grant',
    revokesKey: null,
    accountDBID: n,
    login: null,
    gameAccountId: null,
    characterId: null,
    characterName: null,
    kind: 'item',
    itemId: 7001,
    quantity: 1,
    availableUntil: null,
    createdAt: new Date().toISOString(),
  };
}
