import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify';
import { type FuzzRequest, toInject } from './requests.ts';

/** A request with the caller that sends it. */
export type Shot = {
  operation: string;
  caller: string;
  request: FuzzRequest;
  send: () => Promise<LightMyRequestResponse>;
};

/** Status 0: there was no answer. */
export type Failure = { shot: Shot; status: number; body: string };

/** A request that takes longer has hung: it counts as a failure. */
const HUNG_MS = 60_000;
const ENOUGH_FAILURES = 20;

/**
 * Sends the requests, a few at a time, so that no bounded queue is full.
 *
 * @param between runs before each group of requests
 * @returns answers from 500 up, 503 included, and requests without an answer
 */
export async function fire(
  shots: Shot[],
  { atOnce = 8, between }: { atOnce?: number; between: () => Promise<void> },
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (let first = 0; first < shots.length; first += atOnce) {
    await between();
    if (failures.length > ENOUGH_FAILURES) break;
    const fired = await Promise.all(shots.slice(first, first + atOnce).map(fireOne));
    failures.push(...fired.flat());
  }
  return failures;
}

async function fireOne(shot: Shot): Promise<Failure[]> {
  const hung = new AbortController();
  const { statusCode: status, body } = await Promise.race([
    shot.send(),
    sleep(HUNG_MS, { statusCode: 0, body: '' }, { signal: hung.signal }),
  ]);
  hung.abort();
  return status >= 500 || status === 0 ? [{ shot, status, body }] : [];
}

/** The failures as text ('' for none), each with the request to repeat it, one for each operation and answer; and what was logged. */
export function describeFailures(
  failures: Failure[],
  { seed, logged }: { seed: number; logged: string },
): string {
  if (failures.length === 0) return '';
  const different = new Map(
    failures.map((failure) => [`${failure.shot.operation} ${failure.status}`, failure]),
  );
  const texts = [...different.values()].map(({ shot, status, body }) => {
    const { method, url, headers, payload } = toInject(shot.request);
    const sent = Buffer.isBuffer(payload) ? { base64: payload.toString('base64') } : payload;
    const request = JSON.stringify({ method, url, headers, payload: sent }).slice(0, 3000);
    return `${status} for ${shot.operation} as ${shot.caller}\n  ${request}\n  ${body.slice(0, 300)}`;
  });
  return `${failures.length} failures with FUZZ_SEED=${seed}:\n${texts.join('\n')}\n${logged.slice(0, 10_000)}`;
}

/** The routes whose handler has run, as 'GET /api/content/news/:id': their input was valid, and the caller allowed. */
export function watchHandlers(app: FastifyInstance): { reached: Map<string, number>; stop: () => void } {
  const reached = new Map<string, number>();
  const note = (message: unknown) => {
    // The shape of this channel: https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
    const { request, route } = message as { request: FastifyRequest; route: { url: string } };
    if (request.server.server !== app.server) return;
    const name = `${request.method} ${route.url}`;
    reached.set(name, (reached.get(name) ?? 0) + 1);
  };
  subscribe(CHANNEL, note);
  return { reached, stop: () => unsubscribe(CHANNEL, note) };
}

const CHANNEL = 'tracing:fastify.request.handler:start';
