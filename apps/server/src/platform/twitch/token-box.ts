import { createHmac, hkdfSync } from 'node:crypto';
import type { TokenKey } from '#platform/config/token-keys.ts';
import { createSealedBox, type SealedText } from '#platform/crypto/sealed-box.ts';

export type IdentityHash = { keyId: string; hash: Buffer };

/** Encrypts stored Twitch tokens, so that a copy of the database is useless without the keys. */
export type TokenBox = {
  /** Encrypts with the newest key, bound to this account. */
  seal: (text: string, accountId: number) => SealedText;
  /** @throws TokenUnreadable when it was altered, sealed for another account, or its key is gone */
  open: (sealed: SealedText, accountId: number) => string;
  /** Whether this is the newest key. Otherwise seal again, so that the older key can be removed. */
  isNewest: (keyId: string) => boolean;
  /** Ids of the configured keys, newest first. */
  keyIds: string[];
  /** Whether the key of this id is configured. */
  knows: (keyId: string) => boolean;
  /** Keyed hashes of an identity, newest key first. Store the first one; search for all of them. */
  hashesOf: (identity: string) => [IdentityHash, ...IdentityHash[]];
};

/** A sealed text cannot be opened. The message contains nothing of the text. */
export class TokenUnreadable extends Error {
  constructor(reason: string) {
    super(`A stored Twitch token cannot be read: ${reason}.`);
    this.name = 'TokenUnreadable';
  }
}

/** @param keys the first one encrypts, all of them decrypt */
export function createTokenBox(keys: TokenKey[]): TokenBox {
  const [newest, ...older] = keys;
  if (newest === undefined) throw new Error('A token box needs a key.');
  const { seal, open, ...box } = createSealedBox(keys, (reason) => new TokenUnreadable(reason));
  return {
    ...box,
    seal: (text, accountId) => seal(text, boundTo(accountId)),
    open: (sealed, accountId) => open(sealed, boundTo(accountId)),
    hashesOf: (identity) => [hashOf(newest, identity), ...older.map((key) => hashOf(key, identity))],
  };
}

/** Additional authenticated data: a value copied to another account's row cannot be decrypted. */
function boundTo(accountId: number): string {
  return `twitch token of account ${accountId}`;
}

function hashOf({ id: keyId, key }: TokenKey, identity: string): IdentityHash {
  // A derived key, so that encryption and hashing use different keys.
  const identityKey = Buffer.from(hkdfSync('sha256', key, '', 'twitch identity', 32));
  return { keyId, hash: createHmac('sha256', identityKey).update(identity).digest() };
}
