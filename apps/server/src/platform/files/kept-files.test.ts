import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readIfThere, readOrMake, replaceFile } from './kept-files.ts';

async function useFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const make = () => randomBytes(16).toString('hex');

test('keeps generated contents, readable by the owner only', async () => {
  const file = path.join(await useFolder(), 'deep/secret');
  expect(await readIfThere(file)).toBeUndefined();
  const made = await readOrMake(file, make);
  expect(made).toMatch(/^[0-9a-f]{32}$/);
  expect(await readOrMake(file, make)).toBe(made);
  expect(await readIfThere(file)).toBe(made);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('fifty concurrent callers read the same contents, and leave no other file', async () => {
  const folder = await useFolder();
  const file = path.join(folder, 'secret');
  const read = await Promise.all(Array.from({ length: 50 }, () => readOrMake(file, make)));
  expect(new Set(read).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('reports an unreadable file instead of replacing it', async () => {
  const folder = await useFolder();
  const file = path.join(folder, 'secret', 'below');
  await readOrMake(path.join(folder, 'secret'), make);
  await expect(readOrMake(file, make)).rejects.toThrow('ENOTDIR');
});

test('replaces a file atomically, even concurrently', async () => {
  const folder = await useFolder();
  const file = path.join(folder, 'deep/kept');
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(100_000));
  await Promise.all(texts.map((text) => replaceFile(file, text)));
  expect(texts).toContain(await readIfThere(file));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.dirname(file))).toEqual(['kept']);
});

test.runIf(process.getuid?.() === 0)('keeps owner, group and what the group may read, as root', async () => {
  const file = path.join(await useFolder(), 'kept');
  await writeFile(file, 'old');
  await chown(file, 65_534, 65_533);
  await chmod(file, 0o664);
  await replaceFile(file, 'new', { keepsOwner: true });
  const { uid, gid, mode } = await stat(file);
  expect([uid, gid, mode & 0o777]).toEqual([65_534, 65_533, 0o640]);
  await replaceFile(file, 'newer');
  expect((await stat(file)).uid).toBe(0);
});
