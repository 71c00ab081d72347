import type { LightMyRequestResponse } from 'fastify';
import type { Portal } from './account-journeys.ts';
import { createAuthenticator, type Deviation } from './software-authenticator.ts';

export type Authenticator = ReturnType<typeof createAuthenticator>;

type SignedIn = { token: string };
type Caller = Pick<Portal, 'call'>;

/** Asks for options and registers what the authenticator makes of them. */
export async function registerPasskey(
  portal: Caller,
  { token }: SignedIn,
  {
    authenticator = createAuthenticator(),
    name = 'Laptop',
    deviation = {},
  }: { authenticator?: Authenticator; name?: string; deviation?: Deviation } = {},
): Promise<{ answer: LightMyRequestResponse; authenticator: Authenticator }> {
  const options = await portal.call('POST', '/user/factors/passkeys/options', { token });
  if (options.statusCode !== 200) return { answer: options, authenticator };
  const response = authenticator.create(options.json(), deviation);
  const answer = await portal.call('POST', '/user/factors/passkeys', { token, body: { name, response } });
  return { answer, authenticator };
}

/** An authenticator with a passkey of the account. */
export async function useAuthenticator(
  portal: Caller,
  player: SignedIn,
  authenticator = createAuthenticator(),
): Promise<{ authenticator: Authenticator; passkeyId: number; recoveryCodes: string[] | null }> {
  const { answer } = await registerPasskey(portal, player, { authenticator });
  if (answer.statusCode !== 200) throw new Error(`The registration answered ${answer.body}`);
  const { passkey, recoveryCodes } = answer.json();
  return { authenticator, passkeyId: passkey.id, recoveryCodes };
}

type SignInByPasskey = {
  deviation?: Deviation;
  address?: string;
  cookie?: string;
  /** Of the password's step. */
  factorToken?: string;
};

/** Asks for options and answers them: with the passkey alone, or as a sign-in's second step. */
export async function attemptPasskeySignIn(
  portal: Caller,
  authenticator: Authenticator,
  { deviation = {}, factorToken, ...call }: SignInByPasskey = {},
): Promise<LightMyRequestResponse> {
  const step = { ...(factorToken !== undefined && { factorToken }) };
  const options = await portal.call('POST', '/auth/passkey/options', { ...call, body: step });
  if (options.statusCode !== 200) return options;
  const response = authenticator.get(options.json(), deviation);
  return portal.call('POST', '/auth/passkey', { ...call, body: { ...step, response } });
}
