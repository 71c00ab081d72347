import type { TokenKey } from '#platform/config/token-keys.ts';
import { createQueue, type RunQueued } from '#platform/queue/bounded-queue.ts';
import { ensureKeyFile } from './key-file.ts';
import { createSealedBox, type SealedBox } from './sealed-box.ts';

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

/** The key of an installation without GAME_ACCOUNT_KEY. */
export function ensureCredentialKeys(dataDir: string): Promise<TokenKey[]> {
  return ensureKeyFile(
    dataDir,
    'game-account-key',
    'players whose game password waits for the game then set it again',
  );
}
