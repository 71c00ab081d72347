// Writes the filter of common passwords from a list with one password a line, such as SecLists'
// 100k-most-used-passwords-NCSC.txt: node scripts/run.mjs scripts/common-passwords.mjs <list>
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PASSWORD_MIN_LENGTH } from '@waygate/contract/accounts/accounts.schemas';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { createBloomFilter } from '../apps/server/src/platform/auth/bloom-filter.ts';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import { COMMON_PASSWORDS_FILE } from '../apps/server/src/platform/auth/common-passwords.ts';

const [list] = process.argv.slice(2);
if (list === undefined) throw new Error('Name a list with one password a line.');

const passwords = readFileSync(list, 'utf8').split(/\r?\n/);
// The form refuses shorter ones anyway.
const entries = new Set(
  passwords
    .filter((password) => password.length >= PASSWORD_MIN_LENGTH)
    .map((password) => password.toLowerCase()),
);
const filter = createBloomFilter(entries);
mkdirSync(path.dirname(COMMON_PASSWORDS_FILE), { recursive: true });
writeFileSync(COMMON_PASSWORDS_FILE, filter);
console.log(`${entries.size} passwords, ${(filter.length / 1000).toFixed(0)} kB`);
