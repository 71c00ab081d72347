import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { isLoopbackHost } from '#platform/config/loopback-address.ts';
import { notFound } from '#platform/errors/app-error.ts';
import { addressesInHeaders, hasProxyHeader } from './address.ts';

/** Methods that change nothing. Source: RFC 9110 section 9.2.1 */
const SAFE_METHODS = ['GET', 'HEAD'];

type Origin = Pick<Config, 'publicOrigin' | 'trustProxy'>;

/**
 * Creates the one check of all pages that only this machine may open. The caller's socket is on this machine, and so is
 * the client of a trusted proxy; behind any other proxy nobody may. `Host` is this machine's or the portal's, against
 * DNS rebinding, and a form comes from the page itself.
 *
 * @throws not_found for everybody else, as if there were no page
 */
export function requireLocalCaller({
  publicOrigin,
  trustProxy,
}: Origin): (request: FastifyRequest) => Promise<void> {
  const ownHost = new URL(publicOrigin).host;
  return async (request) => {
    const refusal = findRefusal(request, { ownHost, trustsProxies: trustProxy !== 0 });
    if (refusal === undefined) return;
    request.log.info({ reason: refusal }, 'refused a page that only this machine may open');
    throw notFound('There is nothing at this address.');
  };
}

function findRefusal(
  request: FastifyRequest,
  { ownHost, trustsProxies }: { ownHost: string; trustsProxies: boolean },
): string | undefined {
  const { headers, method, raw, socket } = request;
  if (!isLoopbackHost(socket.remoteAddress ?? '')) return 'another machine';
  // As it comes, nginx names no client and calls itself the host, but speaks HTTP/1.0, as no browser does.
  if (raw.httpVersion === '1.0') return 'a proxy';
  if (hasProxyHeader(headers) && !(trustsProxies && hasLocalClient(request))) return 'a proxy';
  if (!isLocalHost(headers.host) && headers.host?.toLowerCase() !== ownHost) return 'another host name';
  if (!SAFE_METHODS.includes(method) && !isSameOrigin(headers)) return 'another website';
  return undefined;
}

/**
 * Whether a trusted proxy says that its client is on this machine. No header may name another address: a tunnel in front
 * of the proxy is a local client too.
 */
function hasLocalClient({ headers, ips = [] }: FastifyRequest): boolean {
  const isForwarded = ips.length > 1 && headers.forwarded === undefined;
  return isForwarded && [...ips, ...addressesInHeaders(headers)].every(isLoopbackHost);
}

/** Whether the `Host` header names this machine itself, on any port. */
export function isLocalHost(host: string | undefined): boolean {
  const [, name] = /^(\[[^\]]+\]|[^:]+)(?::\d{1,5})?$/.exec(host ?? '') ?? [];
  return name !== undefined && isLoopbackHost(name);
}

/**
 * Whether the request comes from a page of the host that it is sent to, or from no browser.
 * Source: https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function isSameOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  // Either port may be the scheme's own and left out.
  return from !== null && from.host === URL.parse(`${from.protocol}//${host}`)?.host;
}
