import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The caller's address in its stored form; null when a trusted proxy sent something else. An IPv4-mapped IPv6 address
 * (RFC 4291, 2.5.5.2) becomes the IPv4 address: dual-stack sockets report it so.
 */
export function storableAddress(address: string): string | null {
  const plain = mappedIpv4(address) ?? address;
  return isIP(plain) === 0 ? null : plain;
}

/**
 * The network that counts as one caller: the IPv4 address, or the /64 of an IPv6 address, because a household or a rented
 * server has a whole /64.
 */
export function networkOf(address: string): string {
  const plain = countableAddress(address);
  return isIP(plain) === 6 ? networkOfGroups(groupsOf(plain), 64) : plain;
}

/** The network of an address as its owner is shown it: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function shownNetworkOf(address: string): string | null {
  const plain = countableAddress(address);
  if (isIP(plain) === 6) return networkOfGroups(groupsOf(plain), 48);
  return isIP(plain) === 4 ? `${plain.replace(/\d+$/, '0')}/24` : null;
}

/**
 * The networks that an address is in, from narrow to wide: the IPv4 address alone, or the /64, /56 and /48 of an IPv6
 * address. Providers delegate a /56 to homes and a /48 to companies (RIPE-690), so one customer may own 65 536 /64s.
 */
export function networksAround(address: string): string[] {
  const plain = countableAddress(address);
  if (isIP(plain) !== 6) return [plain];
  const groups = groupsOf(plain);
  return [64, 56, 48].map((bits) => networkOfGroups(groups, bits));
}

/**
 * Without the port that some proxies append (Azure's gateways do): each connection would count as another caller. What is
 * no address counts as it was sent.
 */
function countableAddress(address: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(address) ?? [];
  return storableAddress(inBrackets ?? ipv4 ?? address) ?? address;
}

function mappedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:65535') return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** The eight groups of an IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  const halves = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::');
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

/** @param bits the length of the prefix: 48 to 64 */
function networkOfGroups(groups: number[], bits: number): string {
  const prefix = groups.slice(0, Math.ceil(bits / 16));
  const hostBits = prefix.length * 16 - bits;
  const masked = [...prefix.slice(0, -1), ((prefix.at(-1) ?? 0) >> hostBits) << hostBits];
  return `${masked.map((group) => group.toString(16)).join(':')}::/${bits}`;
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
