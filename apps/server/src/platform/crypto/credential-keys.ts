import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { parseTokenKeys, type TokenKey } from '#platform/config/token-keys.ts';
import { readOrMake } from '#platform/files/kept-files.ts';
import { createQueue, type RunQueued } from '#platform/queue/bounded-queue.ts';
import { createSealedBox, type SealedBox } from './sealed-box.ts';

const FILE_NAME = 'game-account-key';

/** A queued credential cannot be opened. The message contains nothing of it. */
export class CredentialUnreadable extends Error {
  constructor(reason: string) {
    super(`A queued credential of a game account cannot be read: ${reason}.`);
    this.name = 'CredentialUnreadable';
  }
}

/** For game passwords: encrypts what waits for bridges, and limits how many are hashed at once. */
export type Credentials = { box: SealedBox; queued: RunQueued };

const CONCURRENCY = 2;
const WAITING_MAX = 100;

/** @param keys the first one encrypts, all of them decrypt */
export function createCredentials(keys: TokenKey[]): Credentials {
  return {
    box: createSealedBox(keys, (reason) => new CredentialUnreadable(reason)),
    queued: createQueue({ concurrency: CONCURRENCY, maxWaiting: WAITING_MAX }),
  };
}

/**
 * The key of an installation without GAME_ACCOUNT_KEY. Generated at the first start and kept. Processes that share a
 * database need one key, and therefore this folder or the variable.
 *
 * @throws Error when the file has other content
 */
export async function ensureCredentialKeys(dataDir: string): Promise<TokenKey[]> {
  const file = path.join(dataDir, FILE_NAME);
  const text = await readOrMake(file, () => `${randomBytes(32).toString('base64')}\n`);
  const keys = parseTokenKeys(text.trim());
  if (keys === undefined)
    throw new Error(
      `${file} holds no key. Restore it, or delete it: players whose game password waits for the game then set it again.`,
    );
  return keys;
}
