import type { Cookie, Cookies } from '#platform/http/cookies.ts';
import { KNOWN_DEVICE_DAYS } from './known-devices.queries.ts';

/** Shows that an account has signed in from this browser. It signs nobody in. */
const DEVICE_COOKIE: Cookie = {
  name: 'waygate_device',
  maxAgeSeconds: KNOWN_DEVICE_DAYS * 86_400,
};

/** Each account has its own token, so that those who share a browser keep theirs. */
const TOKENS_MAX = 4;

/** The device tokens that the browser sent, without those that cannot be ours. */
export function readDeviceTokens(cookies: Cookies): string[] {
  const tokens = cookies.get(DEVICE_COOKIE)?.split('.', TOKENS_MAX) ?? [];
  return tokens.filter((token) => /^[A-Za-z0-9_-]{43}$/.test(token));
}

/** Stores the token of the account that has just signed in, before those of others. */
export function writeDeviceToken(cookies: Cookies, token: string): void {
  const others = readDeviceTokens(cookies).filter((other) => other !== token);
  cookies.set(DEVICE_COOKIE, [token, ...others].slice(0, TOKENS_MAX).join('.'));
}
