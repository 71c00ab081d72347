import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { TokenKey } from '#platform/config/token-keys.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type SealedText = { keyId: string; sealed: Buffer };

/** Encrypts stored secrets, so that a copy of the database is useless without the keys. */
export type SealedBox = {
  /**
   * Encrypts with the newest key.
   *
   * @param boundTo names the row that it is for: a value copied to another row cannot be decrypted
   */
  seal: (text: string, boundTo: string) => SealedText;
  /** @throws what `unreadable` makes, when it was altered, sealed for something else, or its key is gone */
  open: (sealed: SealedText, boundTo: string) => string;
  /** Whether this is the newest key. Otherwise seal again, so that the older key can be removed. */
  isNewest: (keyId: string) => boolean;
  /** Ids of the configured keys, newest first. */
  keyIds: string[];
  /** Whether the key of this id is configured. */
  knows: (keyId: string) => boolean;
};

/**
 * @param keys the first one encrypts, all of them decrypt
 * @param unreadable makes the error from the reason, which contains nothing of the text
 */
export function createSealedBox(keys: TokenKey[], unreadable: (reason: string) => Error): SealedBox {
  const [newest] = keys;
  if (newest === undefined) throw new Error('A box of sealed texts needs a key.');
  const keysById = new Map(keys.map(({ id, key }) => [id, key]));
  return {
    seal: (text, boundTo) => ({ keyId: newest.id, sealed: encrypt(newest.key, text, boundTo) }),
    open: ({ keyId, sealed }, boundTo) => {
      const key = keysById.get(keyId);
      if (key === undefined) throw unreadable('its key is not configured');
      if (sealed.length < NONCE_BYTES + TAG_BYTES) throw unreadable('it is too short');
      const text = decrypt(key, sealed, boundTo);
      if (text === undefined)
        throw unreadable('it was altered, or sealed for something else or with another key');
      return text;
    },
    isNewest: (keyId) => keyId === newest.id,
    keyIds: [...keysById.keys()],
    knows: (keyId) => keysById.has(keyId),
  };
}

/** Nonce, tag, then the encrypted text. */
function encrypt(key: Buffer, text: string, boundTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(Buffer.from(boundTo));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

function decrypt(key: Buffer, sealed: Buffer, boundTo: string): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const encrypted = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
