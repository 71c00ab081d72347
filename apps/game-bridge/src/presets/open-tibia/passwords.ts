import { createHash, timingSafeEqual } from 'node:crypto';
import type { Credential, Proof } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { argon2id } from 'hash-wasm';
import type { Argon2Parameters } from './options.ts';

const SHA1 = /^[0-9a-f]{40}$/i;
/** As Canary reads it: salt and hash in Base64, without a name of the algorithm. */
const ARGON2 = /^\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** What the game's table gets; undefined for a credential that the game could never accept. */
export function readCredential(credential: Credential | null): string | undefined {
  const { scheme, verifier = '' } = credential ?? {};
  if (scheme === 'sha1' && SHA1.test(verifier)) return verifier.toLowerCase();
  if (scheme === 'argon2id_raw' && ARGON2.test(verifier)) return verifier;
  return undefined;
}

/** Whether the proof is of the stored password. Canary takes either form at any time. */
export async function isProved(
  stored: string,
  proof: Proof | null,
  argon2: Argon2Parameters | undefined,
): Promise<boolean> {
  if (!proof) return false;
  const isPlain = proof.scheme === 'argon2id_raw';
  if (SHA1.test(stored)) {
    const given = isPlain ? createHash('sha1').update(proof.proof).digest('hex') : proof.proof;
    return isEqual(Buffer.from(stored.toLowerCase()), Buffer.from(given.toLowerCase()));
  }
  const [, salt = '', hash = ''] = ARGON2.exec(stored) ?? [];
  if (!argon2 || !isPlain || hash === '') return false;
  const expected = Buffer.from(hash, 'base64');
  const made = await argon2id({
    password: proof.proof,
    salt: Buffer.from(salt, 'base64'),
    parallelism: argon2.lanes,
    iterations: argon2.passes,
    memorySize: argon2.memoryKib,
    hashLength: expected.length,
    outputType: 'binary',
  });
  return isEqual(expected, Buffer.from(made));
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
