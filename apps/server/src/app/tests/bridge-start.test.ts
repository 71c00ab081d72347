import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Config } from '#platform/config/config.ts';
import { queueItems } from '#test/bridge.ts';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { readGame, startSimulator, useGameFolder } from '#test/game-simulator.ts';
import { startWithoutPages } from '#test/started-portal.ts';

test('the first start prints the bridge token once, and a simulator on the same machine finds it', async () => {
  const [database, dataDir] = [await useTestDatabase(), await useGameFolder()];
  const first = await start(database, { dataDir });
  const [, token] = /^Bridge: +([\w-]{43}) .*shown this once/m.exec(first.printed()) ?? [];
  const file = path.join(dataDir, 'bridge-token');
  expect(await readFile(file, 'utf8')).toBe(`${token}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await first.stop();

  const second = await start(database, { dataDir });
  expect(second.printed()).not.toContain('Bridge');
  const [, url = ''] = /ready at (\S+)/.exec(second.printed()) ?? [];
  await queueItems({ parts: database }, 1);
  const data = path.join(dataDir, 'game');
  const simulator = startSimulator({ portal: url, data, args: ['--once'], env: { DATA_DIR: dataDir } });
  expect([await simulator.exit, simulator.lines().at(-1)]).toEqual([0, expect.stringMatching(/^\+ account/)]);
  expect(Object.values(readGame(data).inventory)).toEqual([1]);
  await second.stop();
});

test('public mode neither prints nor stores the configured token, and allows only the configured addresses', async () => {
  const [database, dataDir] = [await useTestDatabase(), await useGameFolder()];
  const bridge = {
    token: 'the-token-of-the-operator-0123456789',
    leaseSeconds: 60,
    addresses: ['192.0.2.7'],
  };
  const { printed, stop } = await start(database, { dataDir, mode: 'public', bridge });
  await stop();
  expect(printed()).not.toContain('Bridge');
  await expect(stat(path.join(dataDir, 'bridge-token'))).rejects.toMatchObject({ code: 'ENOENT' });
  const { rows } = await database.db.execute(sql`
    select (select count(*)::int from bridge_tokens) as tokens, (select array_agg(address::text) from bridge_addresses) as addresses`);
  expect(rows).toEqual([{ tokens: 1, addresses: ['192.0.2.7/32'] }]);
});

function start(database: TestDatabase, { dataDir, ...changes }: Partial<Config> & { dataDir: string }) {
  return startWithoutPages(database, { PORT: '0', DATA_DIR: dataDir }, changes);
}
