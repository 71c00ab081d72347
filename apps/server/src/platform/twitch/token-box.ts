import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { TokenKey } from '#platform/config/token-keys.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type SealedText = { keyId: string; sealed: Buffer };
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
  const keysById = new Map(keys.map(({ id, key }) => [id, key]));
  return {
    seal: (text, accountId) => ({ keyId: newest.id, sealed: encrypt(newest.key, text, accountId) }),
    open: ({ keyId, sealed }, accountId) => {
      const key = keysById.get(keyId);
      if (key === undefined) throw new TokenUnreadable('its key is not configured');
      return decrypt(key, sealed, accountId);
    },
    isNewest: (keyId) => keyId === newest.id,
    keyIds: [...keysById.keys()],
    knows: (keyId) => keysById.has(keyId),
    hashesOf: (identity) => [hashOf(newest, identity), ...older.map((key) => hashOf(key, identity))],
  };
}

/** Nonce, tag, then the encrypted text. */
function encrypt(key: Buffer, text: string, accountId: number): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(boundTo(accountId));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

function decrypt(key: Buffer, sealed: Buffer, accountId: number): string {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new TokenUnreadable('it is too short');
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(boundTo(accountId));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const encrypted = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  } catch {
    throw new TokenUnreadable('it was altered, or sealed for another account or with another key');
  }
}

/** Additional authenticated data: a value copied to another account's row cannot be decrypted. */
function boundTo(accountId: number): Buffer {
  return Buffer.from(`twitch token of account ${accountId}`);
}

function hashOf({ id: keyId, key }: TokenKey, identity: string): IdentityHash {
  // A derived key, so that encryption and hashing use different keys.
  const identityKey = Buffer.from(hkdfSync('sha256', key, '', 'twitch identity', 32));
  return { keyId, hash: createHmac('sha256', identityKey).update(identity).digest() };
}
