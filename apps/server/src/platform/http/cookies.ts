import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An HttpOnly cookie with SameSite=Lax. */
export type Cookie = { name: string; path: string; maxAgeSeconds: number };

/** The cookies of one request and its response. */
export type Cookies = {
  get: (cookie: Cookie) => string | undefined;
  set: (cookie: Cookie, value: string) => void;
  clear: (cookie: Cookie) => void;
};

/** @param isSecure whether the site uses https; then the cookies have the Secure attribute */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Cookies {
  const write = ({ name, path }: Cookie, value: string, maxAge: number) =>
    reply.header(
      'set-cookie',
      stringifySetCookie({ name, value, path, maxAge, httpOnly: true, sameSite: 'lax', secure: isSecure }),
    );
  return {
    get: ({ name }) => parseCookie(request.headers.cookie ?? '')[name],
    set: (cookie, value) => void write(cookie, value, cookie.maxAgeSeconds),
    clear: (cookie) => void write(cookie, '', 0),
  };
}
