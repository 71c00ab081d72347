import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { forbidden } from '#platform/errors/app-error.ts';
import { isDirectFrom, storableAddress } from './address.ts';

const LOOPBACK = /^(127\.|::1$)/;

/**
 * Creates a hook that allows only callers on this machine, if the portal listens on the network.
 *
 * @param refusal the message for others
 * @throws forbidden for other callers
 */
export function requireLocalCaller(
  { host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>,
  refusal: string,
): (request: FastifyRequest) => Promise<void> {
  const isLocal = host === 'localhost' || LOOPBACK.test(host);
  return async (request) => {
    // Behind a trusted proxy, `ip` is the client's address. Behind an unknown proxy it isn't.
    const isLocalClient = trustProxy !== 0 && LOOPBACK.test(storableAddress(request.ip) ?? '');
    if (!isLocal && !isLocalClient && !isDirectFrom(request, LOOPBACK)) throw forbidden(refusal);
  };
}
