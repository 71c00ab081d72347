import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { SimulatedClock } from './simulated-clock.ts';
import type { SimulatedMisbehaviour } from './simulated-misbehaviour.ts';

const CODE_LIFETIME_MS = 10 * 60_000;
const ACCESS_LIFETIME_MS = 4 * 3_600_000;
const APP_LIFETIME_MS = 60 * 86_400_000;
/** The most access tokens that one refresh token has at a time. */
const TOKENS_A_GRANT = 50;

const accessSchema = z.object({ token: z.string(), expiresAtMs: z.number() });

const grantSchema = z.object({
  userId: z.string(),
  scopes: z.array(z.string()),
  refreshToken: z.string(),
  access: z.array(accessSchema),
});

export const grantsSchema = z.object({ grants: z.array(grantSchema), appTokens: z.array(accessSchema) });

export type SimulatedGrant = z.infer<typeof grantSchema>;
export type GrantsSnapshot = z.infer<typeof grantsSchema>;
type Access = z.infer<typeof accessSchema>;

/** A valid token. `userId` is undefined for an app token. */
export type KnownToken = { userId: string | undefined; scopes: string[]; expiresInSeconds: number };

export type IssuedTokens = {
  accessToken: string;
  refreshToken: string;
  scopes: string[];
  expiresInSeconds: number;
};

/** The grants of users to the application, and their tokens. */
export type SimulatedGrants = {
  issueCode: (allowed: { userId: string; scopes: string[]; redirectUri: string }) => string;
  /** A code works once, within ten minutes, for the redirect URI that it was issued for. */
  exchangeCode: (code: string, redirectUri: string) => IssuedTokens | undefined;
  /** The refresh token changes each time, and an old one no longer works; unless Twitch misbehaves. */
  refresh: (refreshToken: string) => IssuedTokens | undefined;
  issueAppToken: () => { accessToken: string; expiresInSeconds: number };
  find: (token: string) => KnownToken | undefined;
  /** Revokes a token and its grant; only the access token if Twitch misbehaves. */
  revoke: (token: string) => boolean;
  /** Ends all grants of the user, as in their settings at Twitch. */
  disconnect: (userId: string) => void;
  /** Makes the user's access tokens expire now; their refresh tokens stay valid. */
  expire: (userId: string) => void;
  expireAppTokens: () => void;
  ofUser: (userId: string) => SimulatedGrant[];
  snapshot: () => GrantsSnapshot;
};

type Code = { userId: string; scopes: string[]; redirectUri: string; expiresAtMs: number };

export function createGrants(
  clock: SimulatedClock,
  misbehaviour: SimulatedMisbehaviour,
  kept?: GrantsSnapshot,
): SimulatedGrants {
  const codes = new Map<string, Code>();
  const book = createGrantBook(clock, kept?.grants);
  const appTokens = createAppTokens(clock, kept?.appTokens);
  return {
    issueCode: (allowed) => {
      const code = newToken();
      codes.set(code, { ...allowed, expiresAtMs: clock.nowMs() + CODE_LIFETIME_MS });
      return code;
    },
    exchangeCode: (code, redirectUri) => {
      const found = codes.get(code);
      codes.delete(code);
      if (!found || found.redirectUri !== redirectUri || found.expiresAtMs <= clock.nowMs()) return undefined;
      return book.issue({ userId: found.userId, scopes: found.scopes, refreshToken: '', access: [] });
    },
    refresh: (refreshToken) => {
      const grant = book.findByRefresh(refreshToken);
      if (!grant) return undefined;
      const keepsRefresh = misbehaviour.meet('kept-refresh-tokens')?.(grant.userId) ?? false;
      return book.issue(grant, { keepsRefresh });
    },
    issueAppToken: () => {
      const { token, expiresAtMs } = appTokens.issue();
      return { accessToken: token, expiresInSeconds: secondsUntil(expiresAtMs, clock) };
    },
    find: (token) => {
      const grant = book.findByAccess(token);
      const access = appTokens.find(token) ?? grant?.access.find((one) => one.token === token);
      if (!access || access.expiresAtMs <= clock.nowMs()) return undefined;
      const expiresInSeconds = secondsUntil(access.expiresAtMs, clock);
      return { userId: grant?.userId, scopes: grant?.scopes ?? [], expiresInSeconds };
    },
    revoke: (token) => {
      const grant = book.findByAccess(token);
      const keepsGrant = grant && misbehaviour.meet('kept-grants')?.(grant.userId);
      if (grant && keepsGrant) book.endAccess(grant, token);
      else if (grant) book.end(grant);
      return grant !== undefined || appTokens.end(token);
    },
    disconnect: (userId) => book.ofUser(userId).forEach(book.end),
    expire: (userId) => {
      const ends = book.ofUser(userId).flatMap(({ access }) => access);
      for (const access of ends) access.expiresAtMs = clock.nowMs();
    },
    expireAppTokens: appTokens.endAll,
    ofUser: book.ofUser,
    snapshot: () => ({ grants: book.list(), appTokens: appTokens.list() }),
  };
}

/** Grants, indexed by their tokens. */
function createGrantBook(clock: SimulatedClock, kept: SimulatedGrant[] = []) {
  const grants = new Set(kept);
  const byRefresh = new Map(kept.map((grant) => [grant.refreshToken, grant]));
  const byAccess = new Map(kept.flatMap((grant) => grant.access.map(({ token }) => [token, grant] as const)));
  return {
    /** Issues new tokens for a grant, and adds the grant if it is new. */
    issue: (grant: SimulatedGrant, { keepsRefresh = false } = {}): IssuedTokens => {
      const access = { token: newToken(), expiresAtMs: clock.nowMs() + ACCESS_LIFETIME_MS };
      const { scopes } = grant;
      byRefresh.delete(grant.refreshToken);
      if (!keepsRefresh) grant.refreshToken = newToken(50);
      grant.access.push(access);
      grants.add(grant);
      byRefresh.set(grant.refreshToken, grant);
      byAccess.set(access.token, grant);
      const surplus = grant.access.splice(0, Math.max(0, grant.access.length - TOKENS_A_GRANT));
      for (const { token } of surplus) byAccess.delete(token);
      const expiresInSeconds = secondsUntil(access.expiresAtMs, clock);
      return { accessToken: access.token, refreshToken: grant.refreshToken, scopes, expiresInSeconds };
    },
    end: (grant: SimulatedGrant): void => {
      grants.delete(grant);
      byRefresh.delete(grant.refreshToken);
      for (const { token } of grant.access) byAccess.delete(token);
    },
    endAccess: (grant: SimulatedGrant, token: string): void => {
      grant.access = grant.access.filter((access) => access.token !== token);
      byAccess.delete(token);
    },
    findByRefresh: (token: string) => byRefresh.get(token),
    findByAccess: (token: string) => byAccess.get(token),
    ofUser: (userId: string) => [...grants].filter((grant) => grant.userId === userId),
    list: () => [...grants],
  };
}

function secondsUntil(ms: number, clock: SimulatedClock): number {
  return Math.round((ms - clock.nowMs()) / 1000);
}

function createAppTokens(clock: SimulatedClock, kept: Access[] = []) {
  const tokens = new Map(kept.map((access) => [access.token, access]));
  return {
    issue: (): Access => {
      const access = { token: newToken(), expiresAtMs: clock.nowMs() + APP_LIFETIME_MS };
      tokens.set(access.token, access);
      return access;
    },
    find: (token: string) => tokens.get(token),
    end: (token: string) => tokens.delete(token),
    endAll: () => tokens.clear(),
    list: () => [...tokens.values()],
  };
}

/** As long as Twitch's, of lower-case letters and digits. */
function newToken(length = 30): string {
  return BigInt(`0x${randomBytes(length).toString('hex')}`)
    .toString(36)
    .padStart(length, '0')
    .slice(0, length);
}
