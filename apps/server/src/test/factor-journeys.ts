import type { Session } from '@waygate/contract/accounts/accounts.schemas';
import type { FactorDue } from '@waygate/contract/factors/factors.schemas';
import { eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { generateSync } from 'otplib';
import { factorRemovals, securityPolicy, totpFactors } from '#features/factors/factors.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import { attemptSignIn, createSignedInPlayer, type Player, type Portal } from './account-journeys.ts';

export type PlayerWithTotp = Player & { token: string; secret: string; recoveryCodes: string[] };

/** The app's code, now or some steps of 30 seconds away. */
export function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
}

/** Some six digits that are no code of now, nor of the steps around. */
export function wrongCodeFor(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return (
    ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !near.includes(code)) ?? ''
  );
}

/** Adds an authenticator app over the API. The code that confirmed it may serve again, so that no test waits for the next. */
export async function addTotp<P extends Player & { token: string }>(
  portal: Pick<Portal, 'call' | 'parts'>,
  player: P,
): Promise<P & { secret: string; recoveryCodes: string[] }> {
  const { token } = player;
  const setup = await portal.call('POST', '/user/factors/totp', { token });
  const { secret } = setup.json<{ secret: string }>();
  const confirmed = await portal.call('POST', '/user/factors/totp/confirm', {
    token,
    body: { code: codeOf(secret) },
  });
  if (confirmed.statusCode !== 200) throw new Error(`The app answered ${confirmed.body}`);
  await forgetUsedCodes(portal, player.id);
  return { ...player, secret, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes };
}

export async function createPlayerWithTotp(portal: Portal): Promise<PlayerWithTotp> {
  return addTotp(portal, await createSignedInPlayer(portal));
}

/** The code of now serves once more. */
export async function forgetUsedCodes({ parts }: Pick<Portal, 'parts'>, accountId: number): Promise<void> {
  await parts.db.update(totpFactors).set({ lastStep: 0 }).where(eq(totpFactors.accountId, accountId));
}

/** The first step of a sign-in. */
export async function startSignIn(
  portal: Pick<Portal, 'call'>,
  player: Pick<Player, 'username' | 'password'>,
  address?: string,
): Promise<FactorDue> {
  const response = await attemptSignIn(portal, player, address);
  if (response.statusCode !== 200) throw new Error(`Sign-in answered ${response.body}`);
  return response.json();
}

/** The second step, or its refusal. */
export function attemptFactor(
  { call }: Pick<Portal, 'call'>,
  body: { factorToken: string; code: string },
  { address, cookie }: { address?: string; cookie?: string } = {},
): Promise<LightMyRequestResponse> {
  return call('POST', '/auth/login/factor', { body, cookie, ...(address !== undefined && { address }) });
}

/** Both steps. */
export async function signInWithTotp(
  portal: Pick<Portal, 'call' | 'parts'>,
  player: Pick<PlayerWithTotp, 'id' | 'username' | 'password' | 'secret'>,
): Promise<Session> {
  await forgetUsedCodes(portal, player.id);
  const { factorToken } = await startSignIn(portal, player);
  const response = await attemptFactor(portal, { factorToken, code: codeOf(player.secret) });
  if (response.statusCode !== 200) throw new Error(`The second step answered ${response.body}`);
  return response.json();
}

/** As if the session had been verified longer ago than sudo lasts. */
export async function letSudoEnd({ parts }: Pick<Portal, 'parts'>, token: string): Promise<void> {
  await parts.db
    .update(sessions)
    .set({ verifiedAt: sql`now() - interval '15 minutes'` })
    .where(eq(sessions.tokenHash, hashToken(token)));
}

/** As staff plan it, with its end at hand. */
export async function planRemoval(
  { parts }: Pick<Portal, 'parts'>,
  accountId: number,
  hours = 48,
): Promise<void> {
  await parts.db
    .insert(factorRemovals)
    .values({ accountId, reason: 'Lost', dueAt: sql`now() + make_interval(hours => ${hours})` });
}

/** Staff without a second factor open no section. @returns the revision of the policy */
export async function requireStaffFactor(
  { parts }: Pick<Portal, 'parts'>,
  isRequired = true,
): Promise<number> {
  const [row] = await parts.db
    .update(securityPolicy)
    .set({ isStaffFactorRequired: isRequired })
    .returning({ revision: securityPolicy.revision });
  return row?.revision ?? 0;
}
