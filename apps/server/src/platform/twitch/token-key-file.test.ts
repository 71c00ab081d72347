import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureTokenKeys } from './token-key-file.ts';

test('a key is generated once, readable by its owner only, and never replaced', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-key-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const keys = await ensureTokenKeys(dataDir);
  expect(keys).toEqual([{ id: '1', key: expect.any(Buffer) }]);
  expect(await ensureTokenKeys(dataDir)).toEqual(keys);
  const file = path.join(dataDir, 'twitch-token-key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, 'half a ke');
  await expect(ensureTokenKeys(dataDir)).rejects.toThrow('holds no key');
  await expect(ensureTokenKeys(dataDir)).rejects.not.toThrow('half a ke');
});
