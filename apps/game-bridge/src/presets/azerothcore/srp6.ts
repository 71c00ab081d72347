import { createHash, timingSafeEqual } from 'node:crypto';

const MODULUS = BigInt('0x894B645E89E1535BBDAD5B8B290650530801B18EBFBF5E8FAB3C82872A3E9BB7');
const GENERATOR = 7n;
const LENGTH = 32;

/** The verifier that the game stores, from its salt and `SHA1(LOGIN:PASSWORD)`. Both numbers are in little endian. */
export function makeVerifier(salt: Buffer, identityHash: Buffer): Buffer {
  const x = readLittleEndian(createHash('sha1').update(salt).update(identityHash).digest());
  return writeLittleEndian(power(GENERATOR, x, MODULUS));
}

/** Whether the password behind `identityHash` is the account's. */
export function isVerifierOf(verifier: Buffer, salt: Buffer, identityHash: Buffer): boolean {
  if (verifier.length !== LENGTH || salt.length !== LENGTH || identityHash.length !== 20) return false;
  return timingSafeEqual(verifier, makeVerifier(salt, identityHash));
}

function readLittleEndian(bytes: Buffer): bigint {
  return BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`);
}

function writeLittleEndian(value: bigint): Buffer {
  return Buffer.from(Buffer.from(value.toString(16).padStart(LENGTH * 2, '0'), 'hex').toReversed());
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
