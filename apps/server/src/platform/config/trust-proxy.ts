import { isIP } from 'node:net';

const HOPS = /^[1-9]$/;

/** Whether the value is `on`, `off`, a number of proxies, or a list of addresses and ranges. */
export function namesProxies(value: string): boolean {
  return (
    ['on', 'true', 'off', 'false', '0'].includes(value) || HOPS.test(value) || listed(value).every(isNetwork)
  );
}

/**
 * `on` trusts one proxy. Trusting all of X-Forwarded-For would let callers choose their address and bypass every rate
 * limit.
 */
export function parseTrustProxy(value: string): number | string[] {
  if (['off', 'false', '0'].includes(value)) return 0;
  if (['on', 'true'].includes(value)) return 1;
  return HOPS.test(value) ? Number(value) : listed(value);
}

function listed(value: string): string[] {
  return value.split(',').map((address) => address.trim());
}

function isNetwork(network: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(network)) return true;
  const [address = '', bits, ...rest] = network.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
