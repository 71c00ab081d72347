import path from 'node:path';
import { DEFAULT_DATA_DIR } from '#platform/config/config.ts';
import { parseTokenKeys } from '#platform/config/token-keys.ts';
import { messageOf } from '#platform/errors/message-of.ts';
import { readIfThere } from '#platform/files/kept-files.ts';
import { STATE_FOLDER } from './samples.ts';
import { SetupFault } from './setup-fault.ts';

/** Which file of DATA_DIR a portal uses while the variable isn't set. */
const FILES = {
  FACTOR_KEY: 'factor-key',
  GAME_ACCOUNT_KEY: 'game-account-key',
  TWITCH_TOKEN_KEY: 'twitch-token-key',
} as const;

type KeyName = keyof typeof FILES;

/**
 * The key that a portal made in DATA_DIR, for its variable: another one couldn't read what is encrypted with it.
 *
 * @param folders values of DATA_DIR, the likeliest first
 * @throws SetupFault for a file that can't be read or holds no key
 */
export async function findKeptKey(
  name: KeyName,
  folders: (string | undefined)[],
): Promise<string | undefined> {
  // A unit starts in the state folder, so a relative folder is below it.
  const places = folders.flatMap((folder = DEFAULT_DATA_DIR) => [
    path.resolve(folder),
    path.resolve(STATE_FOLDER, folder),
  ]);
  for (const place of new Set(places)) {
    const file = path.join(place, FILES[name]);
    const text = await readIfThere(file).catch((error: unknown) => {
      throw new SetupFault(`Nothing was written, because the key in use can't be read: ${messageOf(error)}`);
    });
    if (text === undefined) continue;
    if (parseTokenKeys(text.trim()) === undefined)
      throw new SetupFault(`Nothing was written, because ${file} holds no key: restore it, or delete it.`);
    return text.trim();
  }
  return undefined;
}
