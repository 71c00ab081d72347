import { signInWithPasskey, startPasskeySignIn } from '@waygate/contract/factors/passkeys.endpoints';
import { call } from '#api/call.ts';
import { saveSession } from '#api/session.ts';
import { askPasskey } from './passkey.ts';

/**
 * Signs in by a passkey; the page notices the new session.
 *
 * @param due the token of a sign-in whose password was right; none for a sign-in by the passkey alone
 */
export async function signInByPasskey(due: { factorToken?: string } = {}): Promise<void> {
  const response = await askPasskey(await call(startPasskeySignIn, { body: due }));
  saveSession(await call(signInWithPasskey, { body: { ...due, response } }));
}
