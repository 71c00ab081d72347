import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { type BloomFilter, mayContain } from './bloom-filter.ts';

/** Made by scripts/common-passwords.mjs, in lower case. */
export const COMMON_PASSWORDS_FILE = path.join(SERVER_ROOT, 'content/passwords/common.bloom');

let filter: Promise<BloomFilter> | undefined;

/** Whether this is one of the 100 000 most used passwords, in any case. Read once, at the first question. */
export async function isCommonPassword(password: string): Promise<boolean> {
  filter ??= readFile(COMMON_PASSWORDS_FILE);
  try {
    return mayContain(await filter, password.toLowerCase());
  } catch (error) {
    // Read again by the next question.
    filter = undefined;
    throw error;
  }
}
