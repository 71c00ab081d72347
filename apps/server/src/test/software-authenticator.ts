import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Passkey = {
  credentialId: Buffer;
  privateKey: KeyObject;
  /** COSE. */
  publicKey: Buffer;
  userHandle: string;
  counter: number;
};

/** What goes wrong, or is different, in one answer. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Nobody entered a PIN or showed a finger. */
  isUnverified?: boolean;
  counter?: number;
  /** In place of a new random one. */
  credentialId?: Buffer;
  format?: 'none' | 'packed' | 'fido-u2f';
  /** In the attestation, in place of a signature by the new key alone. */
  certificate?: Buffer;
  /** Signed by another key. */
  isForged?: boolean;
  userHandle?: string;
};

type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } };
type RequestOptions = { challenge: string; rpId?: string; allowCredentials?: { id: string }[] };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A browser with an authenticator that makes real signatures (ES256). */
export function createAuthenticator({
  origin = 'http://localhost:3000',
  countsUses = true,
}: { origin?: string; countsUses?: boolean } = {}) {
  const passkeys: Passkey[] = [];

  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );

  /** Answers the options for a new passkey, as `navigator.credentials.create` does. */
  function create(options: object, deviation: Deviation = {}) {
    const { challenge, rp, user } = options as CreationOptions;
    const passkey = createKey(user.id, deviation.credentialId ?? randomBytes(32));
    passkeys.push(passkey);
    const { credentialId, publicKey } = passkey;
    const data = authenticatorData(deviation.rpId ?? rp.id ?? '', { counter: 0, ...deviation }, [
      Buffer.alloc(16),
      Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]),
      credentialId,
      publicKey,
    ]);
    const client = clientData('webauthn.create', challenge, deviation);
    const attestation = cborMap([
      [cborText('fmt'), cborText(deviation.format ?? 'none')],
      [cborText('attStmt'), cborMap(statement(deviation, passkey, Buffer.concat([data, sha256(client)])))],
      [cborText('authData'), cborBytes(data)],
    ]);
    const id = credentialId.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
      clientExtensionResults: {},
    };
  }

  /** Answers a request for a signature, as `navigator.credentials.get` does. */
  function get(options: object, deviation: Deviation = {}) {
    const { challenge, rpId = '', allowCredentials } = options as RequestOptions;
    const passkey = passkeys.findLast(
      ({ credentialId }) =>
        !allowCredentials || allowCredentials.some(({ id }) => id === credentialId.toString('base64url')),
    );
    if (!passkey) throw new Error('The authenticator has no such passkey.');
    if (countsUses) passkey.counter += 1;
    const data = authenticatorData(deviation.rpId ?? rpId, {
      ...deviation,
      counter: deviation.counter ?? passkey.counter,
    });
    const client = clientData('webauthn.get', challenge, deviation);
    const { privateKey } = deviation.isForged ? createKey('', passkey.credentialId) : passkey;
    const id = passkey.credentialId.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle: deviation.userHandle ?? passkey.userHandle,
      },
      clientExtensionResults: {},
    };
  }

  return { create, get };
}

function createKey(userHandle: string, credentialId: Buffer): Passkey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
  return { credentialId, privateKey, publicKey: cose, userHandle, counter: 0 };
}

/** `packed` is signed by the new key itself. */
function statement(
  { format, certificate }: Deviation,
  { privateKey }: Passkey,
  signed: Buffer,
): [Buffer, Buffer][] {
  if (format !== 'packed') return [];
  return [
    [cborText('alg'), cborInteger(-7)],
    [cborText('sig'), cborBytes(sign('sha256', signed, privateKey))],
    ...(certificate
      ? [[cborText('x5c'), cborList([cborBytes(certificate)])] satisfies [Buffer, Buffer]]
      : []),
  ];
}

function authenticatorData(
  rpId: string,
  { counter, isUnverified }: Deviation & { counter: number },
  credential: Buffer[] = [],
): Buffer {
  const flags =
    USER_PRESENT | (isUnverified ? 0 : USER_VERIFIED) | (credential.length > 0 ? HAS_CREDENTIAL : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count, ...credential]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborList = (items: Buffer[]) => Buffer.concat([cborHead(4, items.length), ...items]);
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
