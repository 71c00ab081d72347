import { hash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url: 43 characters. Never begins with a dash, so that commands accept it as an argument. */
export function createToken(): string {
  const token = randomBytes(32).toString('base64url');
  return token.startsWith('-') ? createToken() : token;
}

/** The stored form of a token: SHA-256. Its 256 bits of entropy need no salt and no slow hash. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
