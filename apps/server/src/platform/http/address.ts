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

/** Whether the request comes straight from such an address: a proxy on this machine speaks for strangers. */
export function isDirectFrom(request: FastifyRequest, addresses: RegExp): boolean {
  if (request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined)
    return false;
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return isIP(address) !== 0 && addresses.test(address);
}
