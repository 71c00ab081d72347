import { loadPart } from '#api/load-part.ts';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

const NOT_USED = "The passkey wasn't used. Try again, or choose another way.";

/** Whether this browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window;
}

/**
 * Lets the player use a passkey, and returns what proves it to the server.
 *
 * @throws Error with a message for the player, also when they stop it themselves
 */
export async function askPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { startAuthentication } = await loadPart(import('./passkey-library.ts'));
  try {
    // The server's library has made them.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return { ...(await startAuthentication({ optionsJSON })) };
  } catch (error) {
    throw new Error(NOT_USED, { cause: error });
  }
}
