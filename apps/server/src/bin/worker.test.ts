import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { urlOf } from '#test/database.ts';
import { useTestParts } from '#test/test-parts.ts';

const START_TIMEOUT_MS = 60_000;

const { config, database } = await useTestParts();

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test.skipIf(process.platform !== 'linux')(
  'a worker answers on its health port and works, even if its log is on a full disk',
  async () => {
    const port = await findFreePort();
    const fullDisk = openSync('/dev/full', 'w');
    const worker = spawn(process.execPath, [path.join(import.meta.dirname, 'worker.ts')], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: config.dataDir,
        DATABASE_URL: urlOf(database.connection),
        WORKER_HEALTH_PORT: String(port),
        METRICS_TOKEN: 'a-token-for-prometheus',
      },
      stdio: ['ignore', fullDisk, fullDisk],
    });
    closeSync(fullDisk);
    const exit = once(worker, 'close');
    onTestFinished(async () => {
      worker.kill('SIGKILL');
      await exit;
    });
    const headers = { authorization: 'Bearer a-token-for-prometheus' };
    const get = (address: string) => fetch(`http://127.0.0.1:${port}${address}`, { headers });
    const isSeen = async () =>
      expect(await (await get('/readyz?detail')).json()).toMatchObject({ processes: { api: 0, worker: 1 } });
    await vi.waitFor(isSeen, { timeout: START_TIMEOUT_MS, interval: 100 });
    expect((await get('/healthz')).status).toBe(200);
    expect(await (await get('/metrics')).text()).toMatch(/^waygate_log_write_failures [1-9]/m);
    expect((await get('/api/content/news')).status).toBe(404);
    worker.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect((await database.db.execute(sql`select from processes`)).rows).toEqual([]);
  },
  START_TIMEOUT_MS,
);
