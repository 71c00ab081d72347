import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A cookie for the whole site, HttpOnly and SameSite=Lax. On https its name in the browser starts with `__Host-`, so that
 * neither a subdomain nor plain http can set it. Source: RFC 6265bis, section 4.1.3.2; OWASP ASVS 5, 3.3.1 and 3.3.3
 */
export type Cookie = { name: string; maxAgeSeconds: number };

/** The cookies of one request and its response. */
export type Cookies = {
  get: (cookie: Cookie) => string | undefined;
  set: (cookie: Cookie, value: string) => void;
  clear: (cookie: Cookie) => void;
};

/** @param isSecure whether the site uses https. Without it, browsers refuse the Secure attribute and the prefix. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Cookies {
  const fullName = ({ name }: Cookie) => (isSecure ? `__Host-${name}` : name);
  const write = (cookie: Cookie, value: string, maxAge: number) =>
    reply.header(
      'set-cookie',
      stringifySetCookie({
        name: fullName(cookie),
        value,
        path: '/',
        maxAge,
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
      }),
    );
  return {
    get: (cookie) => parseCookie(request.headers.cookie ?? '')[fullName(cookie)],
    set: (cookie, value) => void write(cookie, value, cookie.maxAgeSeconds),
    clear: (cookie) => void write(cookie, '', 0),
  };
}
