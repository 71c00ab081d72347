import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import {
  PASSWORD,
  type Player,
  type Portal,
  randomAddress,
  receivedMail,
  tokenIn,
} from './account-journeys.ts';

/** The right password from its own address and without a cookie, unless others are given. */
export type Attempt = {
  identifier: string;
  password?: string;
  address?: string;
  cookie?: string | undefined;
};

/** Statuses of eleven wrong passwords, the last of which is refused. */
export const LOCKED = [...Array(10).fill(401), 429];

/** What people do to sign in to a portal, with the cookies of their browsers. */
export function signInAttempts(portal: Portal) {
  const attempt = (
    { identifier, password = PASSWORD, address = randomAddress(), cookie }: Attempt,
    { call }: Pick<Portal, 'call'> = portal,
  ) => call('POST', '/auth/login', { body: { identifier, password }, address, cookie });

  return {
    attempt,

    statusOf: async (attempted: Attempt) => (await attempt(attempted)).statusCode,

    /** Signs in and returns the browser's cookie. */
    signInFrom: async (attempted: Attempt): Promise<string> => {
      const response = await attempt(attempted);
      expect(response.statusCode).toBe(200);
      const cookie = cookieOf(response);
      if (cookie === undefined) throw new Error('The answer sets no cookie.');
      return cookie;
    },

    /** Enters eleven wrong passwords, one after the other. */
    fail: async (attempted: Attempt): Promise<number[]> => {
      const statuses: number[] = [];
      for (let index = 0; index < 11; index += 1)
        statuses.push((await attempt({ password: 'wrong password', ...attempted })).statusCode);
      return statuses;
    },

    /** Resets the password by mail. Returns the browser's cookie. */
    resetPassword: async ({ email }: Player, newPassword: string): Promise<string | undefined> => {
      await portal.call('POST', '/user/request-password-reset-unauth', { body: { email } });
      const mail = await receivedMail(portal.parts.db, { to: email, subject: /Reset your .* password/ });
      const path = `/auth/reset-password/${tokenIn(mail)}`;
      const response = await portal.call('POST', path, { body: { newPassword } });
      expect(response.statusCode).toBe(200);
      return cookieOf(response);
    },
  };
}

/** The cookies that the answer sets, as the browser sends them back; undefined when there are none. */
export function cookieOf({ cookies }: LightMyRequestResponse): string | undefined {
  if (cookies.length === 0) return undefined;
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
}
