import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url: 43 characters, of which the first is no dash, so that commands take it as an argument. */
export function createToken(): string {
  const token = randomBytes(32).toString('base64url');
  return token.startsWith('-') ? createToken() : token;
}

/** What is stored of a token. Its 256 bits of entropy need no salt and no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
