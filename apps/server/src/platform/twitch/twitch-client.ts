import { keepAppToken } from './twitch-app-token.ts';
import { TwitchFailure, TwitchUnavailable } from './twitch-errors.ts';
import { createTwitchHelix, type TwitchHelix } from './twitch-helix.ts';
import { send, type TwitchAnswer, type TwitchRequest } from './twitch-http.ts';
import { createTwitchLimits } from './twitch-limits.ts';
import { createTwitchOauth, type TwitchApplication, type TwitchOauth } from './twitch-oauth.ts';

/** Shorter than the stop timeout of the process, so that a refreshed token can still be stored. */
const TIMEOUT_MS = 7000;
const CONCURRENCY = 20;
/** Ten thousand chats, whose answers take 200 ms, fit a minute more than twice. */
export const MOST_CONCURRENCY = 100;
/** After a minute every bucket is full again. */
const LONGEST_WAIT_MS = 60_000;

/**
 * The parts of Twitch's API that the portal uses. All functions except `authorizeUrl` may throw a TwitchFailure: TwitchRefused (400),
 * TwitchUnauthorized (401), TwitchForbidden (403), TwitchLimited (429), TwitchUnavailable (5xx, timeout, network).
 */
export type TwitchClient = TwitchHelix & Omit<TwitchOauth, 'createAppToken'>;

/** Creates a client for one application. Calls wait while they would exceed its rate limits. */
export function createTwitchClient(
  application: TwitchApplication,
  {
    timeoutMs = TIMEOUT_MS,
    concurrency = CONCURRENCY,
    mostConcurrency = MOST_CONCURRENCY,
    longestWaitMs = LONGEST_WAIT_MS,
  }: { timeoutMs?: number; concurrency?: number; mostConcurrency?: number; longestWaitMs?: number } = {},
): TwitchClient {
  const limits = createTwitchLimits({
    concurrency,
    mostConcurrency: Math.max(concurrency, mostConcurrency),
    longestWaitMs,
  });

  async function run(
    { untilSent, ...request }: Omit<TwitchRequest, 'timeoutMs'>,
    bucket: string | undefined,
  ): Promise<TwitchAnswer> {
    const signal = request.signal ?? untilSent;
    try {
      return await limits.run({
        bucket,
        signal,
        work: async (reportBudget) => {
          const answer = await send({ ...request, timeoutMs });
          if (answer.budget) reportBudget(answer.budget);
          return answer;
        },
      });
    } catch (error) {
      if (error instanceof TwitchFailure || !signal?.aborted) throw error;
      throw new TwitchUnavailable('Twitch was not asked: the caller gave up.');
    }
  }

  const { createAppToken, ...oauth } = createTwitchOauth(application, run);
  const appToken = keepAppToken(createAppToken);
  const helix = createTwitchHelix(application, {
    appToken,
    run: (request, bucket) => run({ ...request, method: 'GET' }, bucket),
  });
  return { ...oauth, ...helix };
}
