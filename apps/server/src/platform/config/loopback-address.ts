import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether a host, without a port, is this machine: `localhost`, 127.0.0.0/8 or ::1 in any spelling of RFC 4291, with or
 * without brackets, also as an IPv4-mapped address. Anything else that a resolver may take for this machine is not.
 */
export function isLoopbackHost(host: string): boolean {
  const [, inBrackets] = /^\[(.*)\]$/.exec(host) ?? [];
  return host.toLowerCase() === 'localhost' || isLoopbackIp(inBrackets ?? host, inBrackets !== undefined);
}

function isLoopbackIp(address: string, isBracketed: boolean): boolean {
  const version = isIP(address);
  if (version === 4) return !isBracketed && LOOPBACK.check(address, 'ipv4');
  // A zone would be dropped, and no loopback address needs one.
  return version === 6 && !address.includes('%') && LOOPBACK.check(address, 'ipv6');
}

/** Whether the value is an origin (scheme, host, port) of this machine. */
export function isLoopbackOrigin(value: string): boolean {
  const url = URL.parse(value);
  const isOrigin = url?.origin === value.replace(/\/$/, '') && /^https?:$/.test(url.protocol);
  return isOrigin && isLoopbackHost(url.hostname);
}

/** Whether the value is a URL of this machine, with an optional path and without a query. */
export function isLoopbackAddress(value: string): boolean {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || !isLoopbackHost(url.hostname)) return false;
  return `${url.origin}${url.pathname}`.replace(/\/$/, '') === value.replace(/\/$/, '');
}
