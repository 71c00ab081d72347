import { createHash, randomBytes } from 'node:crypto';

/**
 * A whole sign-in of the game, client and authserver, written from the protocol and not with our own functions: the client
 * knows login and password, the authserver salt and verifier. Both must come to the same session key.
 */
const N = Buffer.from('894B645E89E1535BBDAD5B8B290650530801B18EBFBF5E8FAB3C82872A3E9BB7', 'hex');
const MODULUS = toNumber(N);
const G = 7n;
const K = 3n;

export function canSignIn(
  stored: { salt: Buffer; verifier: Buffer },
  { login, password }: { login: string; password: string },
): boolean {
  const v = toNumber(flip(stored.verifier));
  const [a, b] = [toNumber(randomBytes(19)), toNumber(randomBytes(19))];
  const A = power(G, a);
  const B = (K * v + power(G, b)) % MODULUS;
  const u = toNumber(flip(sha1(toBytes(A), toBytes(B))));

  const user = Buffer.from(login.toUpperCase());
  const identity = sha1(Buffer.from(`${login.toUpperCase()}:${password.toUpperCase()}`));
  const x = toNumber(flip(sha1(stored.salt, identity)));
  const clientSecret = power(modulo(B - K * power(G, x)), a + u * x);
  const serverSecret = power((A * power(v, u)) % MODULUS, b);

  const proof = (secret: bigint) =>
    sha1(
      exclusiveOr(sha1(flip(N)), sha1(Buffer.from([Number(G)]))),
      sha1(user),
      stored.salt,
      toBytes(A),
      toBytes(B),
      sessionKey(toBytes(secret)),
    );
  return proof(clientSecret).equals(proof(serverSecret));
}

/** The hashes of the even and of the odd bytes, interleaved. */
function sessionKey(secret: Buffer): Buffer {
  const half = (offset: number) => sha1(Buffer.from(secret.filter((_, index) => index % 2 === offset)));
  const [even, odd] = [half(0), half(1)];
  return Buffer.from(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? even : odd)[i >> 1] ?? 0));
}

function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  const root = power(base, exponent / 2n);
  const square = (root * root) % MODULUS;
  return exponent % 2n === 0n ? square : (square * base) % MODULUS;
}

function sha1(...parts: Buffer[]): Buffer {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function exclusiveOr(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
}

function modulo(value: bigint): bigint {
  return ((value % MODULUS) + MODULUS) % MODULUS;
}

function toNumber(bigEndian: Buffer): bigint {
  return BigInt(`0x${bigEndian.toString('hex')}`);
}

/** 32 bytes in little endian. */
function toBytes(value: bigint): Buffer {
  return flip(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
}

function flip(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toReversed());
}
