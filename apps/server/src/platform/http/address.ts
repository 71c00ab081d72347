import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The caller's address in its stored form; null when a trusted proxy sent something else. Removes the IPv6 prefix of IPv4
 * addresses on dual-stack sockets.
 */
export function storableAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) === 0 ? null : plain;
}

/**
 * The network that counts as one caller: the IPv4 address, or the /64 of an IPv6 address, because a household or a rented
 * server has a whole /64.
 */
export function networkOf(address: string): string {
  const plain = storableAddress(address) ?? address;
  if (isIP(plain) !== 6) return plain;
  const groups = new URL(`http://[${plain.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::');
  const [head = [], tail = []] = groups.map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/** Headers in which proxies and content delivery networks name the client. */
const CLIENT_HEADERS = [
  'x-forwarded-for',
  'x-original-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-azure-clientip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'fastly-client-ip',
  'fly-client-ip',
];

/** Other headers that proxies add. */
const PROXY_HEADERS = new Set([...CLIENT_HEADERS, 'forwarded', 'via', 'cdn-loop', 'cf-ray']);

/** Whether any header says that the request came through a proxy. */
export function hasProxyHeader(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADERS.has(name) || name.startsWith('x-forwarded-'));
}

/** Every client that a header names, as it was sent: it may be no address. */
export function addressesInHeaders(headers: IncomingHttpHeaders): string[] {
  return CLIENT_HEADERS.flatMap((name) => headers[name] ?? []).flatMap((list) =>
    list.split(',').map((address) => address.trim()),
  );
}

/** Whether the request comes directly from a matching address. False behind a proxy, whose clients may be anywhere. */
export function isDirectFrom(request: FastifyRequest, addresses: RegExp): boolean {
  if (hasProxyHeader(request.headers)) return false;
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return isIP(address) !== 0 && addresses.test(address);
}
