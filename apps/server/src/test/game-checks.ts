import { argon2Sync, createHash, randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import type { CredentialRules } from '@waygate/contract/game-accounts/credential-rules.schemas';
import type { Credential } from '@waygate/contract/game-accounts/game-accounts.schemas';

export const SCHEMES = [
  'plain',
  'md5',
  'sha1',
  'sha1_base64',
  'mysql_password',
  'srp6',
  'argon2id_raw',
  'bcrypt',
] as const;

type Attempt = { login: string; password: string; parameters: CredentialRules['parameters'] };

/** Each game's sign-in, written a second time from its description: what the portal made must let the player in. */
export async function gameAccepts(credential: Credential, attempt: Attempt): Promise<boolean> {
  const { verifier } = credential;
  const { password } = attempt;
  switch (credential.scheme) {
    case 'plain':
      return verifier === password;
    case 'md5':
      return verifier === digest('md5', password).toString('hex');
    case 'sha1':
      return verifier === digest('sha1', password).toString('hex');
    case 'sha1_base64':
      return digest('sha1', password).equals(Buffer.from(verifier, 'base64'));
    case 'mysql_password':
      return verifier === `*${digest('sha1', digest('sha1', password)).toString('hex').toUpperCase()}`;
    case 'srp6':
      return handshake(credential, attempt);
    case 'argon2id_raw':
      return canaryAccepts(verifier, attempt);
    case 'bcrypt':
      return cryptAccepts(verifier, password);
  }
}

function digest(algorithm: string, text: string | Buffer): Buffer {
  return createHash(algorithm).update(text).digest();
}

/** Canary's check: the hash has the length of the stored one. */
function canaryAccepts(stored: string, { password, parameters }: Attempt): boolean {
  const [, salt = '', hash = ''] = /\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)/.exec(stored) ?? [];
  const wanted = Buffer.from(hash, 'base64');
  const made = argon2Sync('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: parameters.memoryKib ?? 65_536,
    passes: parameters.passes ?? 2,
    parallelism: parameters.lanes ?? 2,
    tagLength: wanted.length,
  });
  return made.equals(wanted);
}

/** The C library's bcrypt. */
function cryptAccepts(stored: string, password: string): boolean {
  const program = 'print crypt($ARGV[0], $ARGV[1])';
  return execFileSync('perl', ['-e', program, password, stored], { encoding: 'utf8' }) === stored;
}

const N = BigInt('0x894B645E89E1535BBDAD5B8B290650530801B18EBFBF5E8FAB3C82872A3E9BB7');

/** Client and server of grunt's sign-in, in one place: the player is in when both have the same session key. */
function handshake({ verifier, salt = '' }: Credential, { login, password }: Attempt): boolean {
  const v = little(Buffer.from(verifier, 'hex'));
  const saltBytes = Buffer.from(salt, 'hex');
  const b = little(randomBytes(19));
  const publicB = mod(3n * v + modPow(7n, b));
  const a = little(randomBytes(19));
  const publicA = modPow(7n, a);
  const u = little(sha1(bytes(publicA), bytes(publicB)));
  const identity = sha1(Buffer.from(fold(`${login}:${password}`)));
  const x = little(sha1(saltBytes, identity));
  const ofClient = modPow(mod(publicB - 3n * modPow(7n, x)), a + u * x);
  const ofServer = modPow(mod(publicA * modPow(v, u)), b);
  const proof = (secret: bigint) =>
    sha1(sha1(bytes(publicA), bytes(publicB)), saltBytes, interleaved(bytes(secret)));
  return proof(ofClient).equals(proof(ofServer));
}

/** SHA-1 of the even and of the odd bytes, interleaved. */
function interleaved(secret: Buffer): Buffer {
  const half = (odd: number) => sha1(Buffer.from(secret.filter((_, index) => index % 2 === odd)));
  const [even, odd] = [half(0), half(1)];
  return Buffer.from(Array.from(even, (byte, index) => [byte, odd[index] ?? 0]).flat());
}

function fold(text: string): string {
  return Array.from(text, (letter) => (letter >= 'a' && letter <= 'z' ? letter.toUpperCase() : letter)).join(
    '',
  );
}

function modPow(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  const half = modPow(base, exponent / 2n);
  const square = (half * half) % N;
  return exponent % 2n === 0n ? square : (square * base) % N;
}

function mod(value: bigint): bigint {
  return ((value % N) + N) % N;
}

function sha1(...parts: Buffer[]): Buffer {
  return createHash('sha1').update(Buffer.concat(parts)).digest();
}

function little(buffer: Buffer): bigint {
  return buffer.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function bytes(value: bigint): Buffer {
  return Buffer.from(Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n)));
}
