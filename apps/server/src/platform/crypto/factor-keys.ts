import type { TokenKey } from '#platform/config/token-keys.ts';
import { ensureKeyFile } from './key-file.ts';
import { createSealedBox, type SealedBox } from './sealed-box.ts';

/** A stored secret of an authenticator app cannot be opened. The message contains nothing of it. */
export class FactorUnreadable extends Error {
  constructor(reason: string) {
    super(`A secret of an authenticator app cannot be read: ${reason}.`);
    this.name = 'FactorUnreadable';
  }
}

/** Encrypts the secrets of authenticator apps. */
export type FactorBox = SealedBox;

/** @param keys the first one encrypts, all of them decrypt */
export function createFactorBox(keys: TokenKey[]): FactorBox {
  return createSealedBox(keys, (reason) => new FactorUnreadable(reason));
}

/** The key of an installation without FACTOR_KEY, which production has to set. */
export function ensureFactorKeys(dataDir: string): Promise<TokenKey[]> {
  return ensureKeyFile(
    dataDir,
    'factor-key',
    'accounts with an authenticator app then need their recovery codes',
  );
}
