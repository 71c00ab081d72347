import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeOwnFiles, findDifferentParts, type OwnPart } from '#features/processes/own-files.ts';
import { readConfig } from '#platform/config/config.ts';
import { useFolder } from '#test/backups.ts';

const KEY = Buffer.alloc(32, 1).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 2).toString('base64');

/** The id of a machine with these files and variables. */
async function idOf(files: Record<string, string>, variables: Record<string, string> = {}): Promise<string> {
  const dataDir = await useFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(dataDir, path.dirname(name)), { recursive: true });
    await writeFile(path.join(dataDir, name), text);
  }
  return describeOwnFiles({ ...readConfig(variables), dataDir });
}

const FILES = { 'brand/logo.svg': '<svg/>', 'content/legal/tos.md': 'Ours', 'factor-key': KEY };

test.each<[string, Record<string, string>, Record<string, string>, OwnPart[]]>([
  ['nothing', FILES, {}, []],
  ['a file that no other machine needs', { ...FILES, 'media/one.webp': 'x' }, {}, []],
  ['where the same key is', { ...FILES, 'factor-key': OTHER_KEY }, { FACTOR_KEY: KEY }, []],
  ['a key file', { ...FILES, 'game-account-key': KEY }, {}, ['keys']],
  ['a picture', { ...FILES, 'brand/logo.svg': '<svg></svg>' }, {}, ['branding']],
  ['a picture more', { ...FILES, 'brand/favicon.svg': '<svg/>' }, {}, ['branding']],
  ['a legal text', { ...FILES, 'content/legal/tos.md': 'Theirs' }, {}, ['legal texts']],
  ['a key', { ...FILES, 'factor-key': OTHER_KEY }, {}, ['keys']],
  ['a key of games', FILES, { GAME_ACCOUNT_KEY: KEY }, ['keys']],
  ['everything', {}, {}, ['branding', 'legal texts', 'keys']],
])('machines that differ in %s', async (_, files, variables, parts) => {
  const ids = [await idOf(FILES), await idOf(files, variables)];
  expect(findDifferentParts(ids)).toEqual(parts);
});

test('says nothing about ids of folders', async () => {
  expect(findDifferentParts([await idOf(FILES), crypto.randomUUID()])).toBeUndefined();
});
