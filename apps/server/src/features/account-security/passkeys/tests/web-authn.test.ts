import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createToken } from '#platform/auth/tokens.ts';
import { createAuthenticator, type Deviation } from '#test/software-authenticator.ts';
import { parseAssertion, parseRegistration } from '#features/account-security/passkeys/credential-json.ts';
import { findRelyingParty } from '#features/account-security/passkeys/relying-party.ts';
import {
  creationOptions,
  NotVerified,
  requestOptions,
  verifyAssertion,
  verifyRegistration,
} from '#features/account-security/passkeys/web-authn.ts';

const RP = { id: 'localhost', origin: 'http://localhost:3000', name: 'Agaia' };
const user = { handle: Uint8Array.from(randomBytes(16)), name: 'hero' };

async function register(deviation: Deviation = {}, authenticator = createAuthenticator()) {
  const options = await creationOptions(RP, { challenge: createToken(), user, known: [] });
  return verifyRegistration(RP, parseRegistration(authenticator.create(options, deviation)));
}

async function assert(deviation: Deviation = {}, isUserVerificationRequired = true) {
  const authenticator = createAuthenticator();
  const passkey = await register({}, authenticator);
  const options = await requestOptions(RP, {
    challenge: createToken(),
    known: undefined,
    userVerification: 'required',
  });
  const assertion = parseAssertion(authenticator.get(options, deviation));
  return verifyAssertion(RP, { assertion, passkey, isUserVerificationRequired });
}

describe('a new passkey', () => {
  test('is verified without an attestation and with one by its own key', async () => {
    const credentialId = randomBytes(32);
    const plain = await register({ credentialId });
    const selfSigned = await register({ format: 'packed' });
    expect(plain).toEqual({ credentialId, publicKey: expect.any(Buffer), counter: 0 });
    expect(selfSigned.publicKey.length).toBeGreaterThan(60);
  });

  test.each<[string, Deviation]>([
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another domain', { rpId: 'example.com' }],
  ])('is refused from %s', async (_, deviation) => {
    await expect(register(deviation)).rejects.toThrow(NotVerified);
  });

  test.each<[string, Deviation]>([
    ['a certificate', { format: 'packed', certificate: randomBytes(100) }],
    ['a format that was not asked for', { format: 'fido-u2f' }],
  ])('is refused with %s, before the library looks at it', async (_, deviation) => {
    await expect(register(deviation)).rejects.toThrow('it has an attestation that was not asked for');
  });
});

describe('a signature', () => {
  test('is verified, with its count', async () => {
    await expect(assert({ counter: 7 })).resolves.toEqual({ counter: 7 });
  });

  test.each<[string, Deviation]>([
    ['from another origin', { origin: 'https://localhost:3000' }],
    ['for another domain', { rpId: 'example.com' }],
    ['by another key', { isForged: true }],
    ['without a verified user', { isUnverified: true }],
  ])('is refused %s', async (_, deviation) => {
    await expect(assert(deviation)).rejects.toThrow(NotVerified);
  });

  test('needs no verified user where that is not asked for', async () => {
    await expect(assert({ isUnverified: true }, false)).resolves.toBeDefined();
  });
});

describe('the relying party', () => {
  const brand = { name: 'Agaia', communityUrl: '', contactEmail: '' };

  test.each([
    ['https://play.example.com', 'play.example.com'],
    ['https://play.example.com:8443', 'play.example.com'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:3000', undefined],
    ['https://203.0.113.7', undefined],
    ['http://[::1]:3000', undefined],
    ['http://play.example.com', undefined],
  ])('of %s is %s', (publicOrigin, id) => {
    expect(findRelyingParty({ publicOrigin, brand })?.id).toBe(id);
  });
});
