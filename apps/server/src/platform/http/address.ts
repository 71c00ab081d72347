import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The caller's address as it may be stored: null when a trusted proxy named something that is none.
 * IPv4 loses the prefix it wears on a dual-stack socket.
 */
export function storableAddress(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) === 0 ? null : plain;
}

/**
 * What is counted as one caller: the IPv4 address, or the /64 of an IPv6 address, since one household or one
 * rented machine has all of it.
 */
export function networkOf(address: string): string {
  const plain = storableAddress(address) ?? address;
  if (isIP(plain) !== 6) return plain;
  const groups = new URL(`http://[${plain.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::');
  const [head = [], tail = []] = groups.map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/** What proxies add to the requests they pass on. */
const PROXY_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'via',
];

/** Whether the request comes straight from such an address: a proxy on this machine speaks for strangers. */
export function isDirectFrom(request: FastifyRequest, addresses: RegExp): boolean {
  if (PROXY_HEADERS.some((name) => request.headers[name] !== undefined)) return false;
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return isIP(address) !== 0 && addresses.test(address);
}
