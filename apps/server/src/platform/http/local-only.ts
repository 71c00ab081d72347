import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { forbidden } from '#platform/errors/app-error.ts';
import { isDirectFrom, storableAddress } from './address.ts';

const LOOPBACK = /^(127\.|::1$)/;

/**
 * Where the network reaches the portal, what is behind this door is for the portal's own machine alone.
 *
 * @param refusal what is told to others, in a sentence
 */
export function requireLocalCaller(
  { host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>,
  refusal: string,
): (request: FastifyRequest) => Promise<void> {
  const isLocal = host === 'localhost' || LOOPBACK.test(host);
  return async (request) => {
    // Behind a proxy that is trusted, `ip` is what the proxy says; behind any other one, nobody knows.
    const isHere = trustProxy !== 0 && LOOPBACK.test(storableAddress(request.ip) ?? '');
    if (!isLocal && !isHere && !isDirectFrom(request, LOOPBACK)) throw forbidden(refusal);
  };
}
