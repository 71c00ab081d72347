import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseTokenKeys, type TokenKey } from '#platform/config/token-keys.ts';
import { readOrMake } from '#platform/files/kept-files.ts';

/**
 * The key in a file of the data folder. Generated at the first start and kept. Processes that share a database need one key,
 * and therefore this folder or the variable that is used instead.
 *
 * @param loss what follows when the file is deleted, as the end of a sentence
 * @throws Error when the file has other content
 */
export async function ensureKeyFile(dataDir: string, fileName: string, loss: string): Promise<TokenKey[]> {
  const file = path.join(dataDir, fileName);
  const text = await readOrMake(file, () => `${randomBytes(32).toString('base64')}\n`);
  const keys = parseTokenKeys(text.trim());
  if (keys === undefined) throw new Error(`${file} holds no key. Restore it, or delete it: ${loss}.`);
  return keys;
}
