import type { AttestationObject } from '@simplewebauthn/server/helpers';
import type { Assertion, Registration } from './credential-json.ts';
import type { PasskeyRow } from '#features/factors/factors.ts';
import type { RelyingParty } from './relying-party.ts';

/** EdDSA, ES256 and RS256, as COSE numbers them: what authenticators of today have. */
const ALGORITHMS = [-8, -7, -257];

/** Milliseconds that the browser waits; the challenge ends when they are over. */
const TIMEOUT_MS = 300_000;

/** Loaded with the first passkey, because most processes see none for a long time. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** A key as the browser sees it. */
type KnownKey = Pick<PasskeyRow, 'credentialId' | 'transports'>;

/** JSON for the browser's library. */
type Options = Record<string, unknown>;

type UserVerification = 'preferred' | 'required';

/** Thrown for an answer of the right shape that proves nothing. The message is for the log. */
export class NotVerified extends Error {}

/** @param user `handle` is the account's name for authenticators: random, and never the e-mail address */
export async function creationOptions(
  { id, name }: RelyingParty,
  {
    challenge,
    user,
    known,
  }: { challenge: string; user: { handle: Uint8Array<ArrayBuffer>; name: string }; known: KnownKey[] },
): Promise<Options> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: user.handle,
    userName: user.name,
    userDisplayName: user.name,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** @param known undefined: any passkey that the browser has for the portal */
export async function requestOptions(
  { id }: RelyingParty,
  {
    challenge,
    known,
    userVerification,
  }: { challenge: string; known: KnownKey[] | undefined; userVerification: UserVerification },
): Promise<Options> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userVerification,
    ...(known && { allowCredentials: known.map(describe) }),
  });
  return { ...options };
}

/**
 * Verifies a new passkey. Its challenge is one of ours, which the caller has deleted.
 *
 * @throws NotVerified
 */
export async function verifyRegistration(
  { id, origin }: RelyingParty,
  { clientData, ...response }: Registration,
): Promise<Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter'>> {
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject } = await helpers();
  return orNotVerified(async () => {
    requirePlainAttestation(decodeAttestationObject(bytesOf(response.response.attestationObject)));
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: clientData.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) throw new NotVerified('the attestation is not signed by the new key');
    const { credential } = registrationInfo;
    if (credential.id !== response.id) throw new NotVerified('the attestation is of another key');
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
    };
  });
}

/**
 * Verifies that a passkey signed a challenge. It is one of ours, which the caller has deleted. The counter is compared
 * by the statement that writes it.
 *
 * @throws NotVerified
 */
export async function verifyAssertion(
  { id, origin }: RelyingParty,
  {
    assertion: { clientData, ...assertion },
    passkey,
    isUserVerificationRequired,
  }: {
    assertion: Assertion;
    passkey: Pick<PasskeyRow, 'publicKey'>;
    isUserVerificationRequired: boolean;
  },
): Promise<{ counter: number }> {
  const { verifyAuthenticationResponse } = await library();
  return orNotVerified(async () => {
    const { userHandle: _, ...response } = assertion.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      expectedChallenge: clientData.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: isUserVerificationRequired,
      // 0 compares nothing.
      credential: { id: assertion.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    });
    if (!verified) throw new NotVerified('the signature is wrong');
    return { counter: authenticationInfo.newCounter };
  });
}

/**
 * We ask for no attestation, so browsers send none, or a signature by the new key itself. Certificates are refused before
 * the library looks at them: it may fetch addresses that a certificate names.
 */
function requirePlainAttestation(attestation: AttestationObject): void {
  const format = attestation.get('fmt');
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned)
    throw new NotVerified('it has an attestation that was not asked for');
}

/** The library throws plain errors of many kinds, also for bytes that are no CBOR. */
async function orNotVerified<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof NotVerified) throw error;
    throw new NotVerified('the library refused it', { cause: error });
  }
}

function describe({ credentialId, transports }: KnownKey) {
  return { id: credentialId.toString('base64url'), transports };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}
