import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url: 43 characters. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. Its 256 bits of entropy need no salt and no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
