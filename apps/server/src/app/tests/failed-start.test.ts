import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StartError } from '#app/run-program.ts';
import { createShutdown } from '#app/shutdown.ts';
import { startPortal } from '#app/start-portal.ts';
import { selectGameServers } from '#features/game-servers/game-servers.ts';
import { readConfig } from '#platform/config/config.ts';
import { captureLog } from '#test/captured-log.ts';
import { urlOf, useTestDatabase } from '#test/database.ts';

const createPages = () => Promise.reject(new StartError('The pages are not built yet.'));

test('a start whose pages are missing ends with that, once what it had begun in the database is done', async () => {
  const { db, connection } = await useTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-failed-start-'));
  const { log } = captureLog();
  const shutdown = createShutdown(log);
  onTestFinished(async () => {
    await shutdown.run();
    await rm(dataDir, { recursive: true });
  });
  const print = vi.fn<(sentence: string) => void>();
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(connection),
    DEMO_CONTENT: 'off',
  });
  await expect(
    startPortal({ config, log, shutdown, print }, { createPages, isWorker: false }),
  ).rejects.toThrow('The pages are not built yet.');
  const printed = print.mock.calls.flat().join('\n');
  expect(printed).toContain('Password:');
  expect(printed).toContain('Game servers:');
  expect(printed).not.toContain('is ready at');
  expect(await selectGameServers(db)).not.toEqual([]);
});
