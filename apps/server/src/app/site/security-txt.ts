import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116, section 2.5.5 recommends less than a year. */
const VALID_DAYS = 180;

type Site = Pick<Config, 'publicOrigin' | 'securityContact'>;

/** Says where to report a vulnerability. Source: RFC 9116 */
export function serveSecurityTxt(app: FastifyInstance, site: Site): void {
  const schema = { hide: true };
  app.get(PATH, { schema }, (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(composeSecurityTxt(site, new Date())),
  );
  app.get('/security.txt', { schema }, (_, reply) => reply.redirect(PATH, 301));
}

function composeSecurityTxt({ publicOrigin, securityContact }: Site, now: Date): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS);
  return [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicOrigin}${PATH}`,
    '',
  ].join('\n');
}
