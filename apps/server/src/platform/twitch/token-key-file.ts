import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseTokenKeys, type TokenKey } from '#platform/config/token-keys.ts';
import { readOrMake } from '#platform/files/kept-files.ts';

const FILE_NAME = 'twitch-token-key';

/**
 * The key of an installation without TWITCH_TOKEN_KEY. Generated at the first start and kept, because tokens outlive
 * restarts.
 *
 * @throws Error when the file has other content
 */
export async function ensureTokenKeys(dataDir: string): Promise<TokenKey[]> {
  const file = path.join(dataDir, FILE_NAME);
  const text = await readOrMake(file, () => `${randomBytes(32).toString('base64')}\n`);
  const keys = parseTokenKeys(text.trim());
  if (keys === undefined)
    throw new Error(`${file} holds no key. Restore it, or delete it: streamers then have to link again.`);
  return keys;
}
