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

/** Headers that proxies add. */
const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'via',
];

/** Whether the request comes directly from a matching address. False behind a proxy, whose clients may be anywhere. */
export function isDirectFrom(request: FastifyRequest, addresses: RegExp): boolean {
  if (PROXY_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return isIP(address) !== 0 && addresses.test(address);
}
