import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { unavailable } from '#platform/errors/app-error.ts';
import { requireLocalCaller } from '#platform/http/local-only.ts';
import type { Twitch } from '#platform/twitch/create-twitch.ts';
import { SIMULATOR_PATH } from './open-twitch-simulator.ts';

const BODY_LIMIT_BYTES = 4096;
const TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;
/** Headers that the browser needs. */
const FORWARDED_HEADERS = [
  'content-type',
  'content-security-policy',
  'cache-control',
  'x-robots-tag',
  'location',
] as const;

type Parts = { config: Pick<Config, 'mode' | 'publicOrigin' | 'trustProxy'>; twitch: Twitch | undefined };

/**
 * Proxies the simulated Twitch's pages under the portal's address, which may be all that a browser can reach, for this
 * machine only: they act for every user.
 */
export function twitchSimulatorRoutes(app: FastifyInstance, { config, twitch }: Parts): void {
  const simulatorUrl = twitch?.simulatorUrl;
  if (config.mode !== 'local' || simulatorUrl === undefined) return;
  const options = { schema: { hide: true } };
  // Scoped, so that only these routes accept forms.
  void app.register(async (scope) => {
    scope.addHook('onRequest', requireLocalCaller(config));
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    const page = {
      ...options,
      method: ['GET', 'POST'],
      handler: (request: FastifyRequest, reply: FastifyReply) => passOn(simulatorUrl, request, reply),
    };
    scope.get(SIMULATOR_PATH, options, (_request, reply) => reply.redirect(`${SIMULATOR_PATH}/control`));
    scope.route({ ...page, url: `${SIMULATOR_PATH}/control` });
    scope.route({ ...page, url: `${SIMULATOR_PATH}/oauth2/authorize` });
  });
}

async function passOn(
  simulatorUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, method, routeOptions, url } = request;
  // The route's own path: the request's may be encoded, or begin with a host.
  const target = new URL(`${simulatorUrl}${String(routeOptions.url).slice(SIMULATOR_PATH.length)}`);
  target.search = /\?.*/.exec(url)?.[0] ?? '';
  const response = await fetch(target, {
    method,
    ...(typeof body === 'string' && {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw unavailable(RETRY_AFTER_SECONDS, 'The simulated Twitch does not answer.');
  });
  for (const name of FORWARDED_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(response.status).send(await response.text());
}
