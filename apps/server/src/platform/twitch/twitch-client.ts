import { keepAppToken } from './twitch-app-token.ts';
import { TwitchFailure, TwitchUnavailable } from './twitch-errors.ts';
import { createTwitchHelix, type TwitchHelix } from './twitch-helix.ts';
import { send, type TwitchAnswer, type TwitchRequest } from './twitch-http.ts';
import { createTwitchLimits } from './twitch-limits.ts';
import { createTwitchOauth, type TwitchApplication, type TwitchOauth } from './twitch-oauth.ts';

/** Shorter than a stop of the process may take: what a refresh brought has to be stored by then. */
const TIMEOUT_MS = 7000;
const CONCURRENCY = 20;
/** A whole minute: by then every bucket is full again. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Twitch, as the portal needs it. Every function but `authorizeUrl` may throw a TwitchFailure: TwitchRefused (400),
 * TwitchUnauthorized (401), TwitchForbidden (403), TwitchLimited (429), TwitchUnavailable (5xx, timeout, network).
 */
export type TwitchClient = TwitchHelix & Omit<TwitchOauth, 'createAppToken'>;

/** A client for one application, with the points it may spend. Calls wait where they would spend too many. */
export function createTwitchClient(
  application: TwitchApplication,
  {
    timeoutMs = TIMEOUT_MS,
    concurrency = CONCURRENCY,
    longestWaitMs = LONGEST_WAIT_MS,
  }: { timeoutMs?: number; concurrency?: number; longestWaitMs?: number } = {},
): TwitchClient {
  const limits = createTwitchLimits({ concurrency, longestWaitMs });

  async function run(
    { untilSent, ...request }: Omit<TwitchRequest, 'timeoutMs'>,
    bucket: string | undefined,
  ): Promise<TwitchAnswer> {
    const signal = request.signal ?? untilSent;
    try {
      return await limits.run({
        bucket,
        signal,
        work: async (tell) => {
          const answer = await send({ ...request, timeoutMs });
          if (answer.budget) tell(answer.budget);
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
