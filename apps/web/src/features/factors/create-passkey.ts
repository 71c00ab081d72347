import { loadPart } from '#api/load-part.ts';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';

/** By the names of the errors of WebAuthn, which the library keeps. */
const REASONS: Record<string, string> = {
  NotAllowedError: 'No passkey was created: it was stopped or took too long. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  NotSupportedError: "This device can't create the kind of passkey that we need. Try another one.",
  ConstraintError: 'Set up a screen lock or PIN on this device first, then try again.',
  SecurityError: "The browser doesn't allow passkeys at this address.",
};

/**
 * Lets the browser create a passkey, and returns what the server keeps of it.
 *
 * @throws Error with a message for the player, also when they stop it themselves
 */
export async function createPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { startRegistration } = await loadPart(import('#features/sign-in/second-factor/passkey-library.ts'));
  try {
    // The server's library has made them.
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return { ...(await startRegistration({ optionsJSON })) };
  } catch (error) {
    const reason = error instanceof Error ? REASONS[error.name] : undefined;
    throw new Error(reason ?? "Your passkey couldn't be created. Try again.", { cause: error });
  }
}
