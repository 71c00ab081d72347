import { BlockList, isIP } from 'node:net';

/** Sources: the IANA special-purpose address registries, RFC 6890; RFC 1918, RFC 6598 (CGNAT), RFC 3927 (link-local). */
const PRIVATE_IPV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
];

/** Within 2000::/3: protocol assignments with Teredo, documentation, 6to4. */
const PRIVATE_IPV6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused = new BlockList();
for (const [network, bits] of PRIVATE_IPV4) refused.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of PRIVATE_IPV6) refused.addSubnet(network, bits, 'ipv6');

// The only global unicast addresses of IPv6. Loopback, unique local and link-local ones, IPv4-mapped ones and those of
// NAT64, which lead to any IPv4 address, are all outside.
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address belongs to the public internet. Anything else, also what is no address, does not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4');
    case 6:
      return globalIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Names that never lead out of the own network. Sources: RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa|localdomain)\.?$/i;

/** Whether a URL's host may be public, as far as is known without asking DNS. */
export function mayBePublicHost(hostname: string): boolean {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(plain) !== 0) return isPublicAddress(plain);
  return plain.includes('.') && !LOCAL_NAME.test(plain);
}
