import { keepAppToken } from './twitch-app-token.ts';
import { TwitchFailure, TwitchUnavailable } from './twitch-errors.ts';
import { createTwitchHelix, type TwitchStream, type TwitchUser } from './twitch-helix.ts';
import { send, type TwitchAnswer, type TwitchRequest } from './twitch-http.ts';
import { createTwitchLimits } from './twitch-limits.ts';
import {
  createTwitchOauth,
  type TwitchApplication,
  type TwitchTokens,
  type ValidToken,
} from './twitch-oauth.ts';

/** Shorter than a stop of the process may take: what a refresh brought has to be stored by then. */
const TIMEOUT_MS = 7000;
const CONCURRENCY = 20;
/** A whole minute: by then every bucket is full again. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Twitch, as the portal needs it. Every function but `authorizeUrl` may throw a TwitchFailure: TwitchRefused (400),
 * TwitchUnauthorized (401), TwitchForbidden (403), TwitchLimited (429), TwitchUnavailable (5xx, timeout, network).
 */
export type TwitchClient = {
  /** Where to send a browser so that its user allows this portal to know who they are, or to read their chat too. */
  authorizeUrl: (walk: { state: string; purpose: 'viewer' | 'streamer' }) => string;
  /** @throws TwitchRefused when the code was used already, has expired, or is none */
  exchangeCode: (code: string, options?: { signal?: AbortSignal }) => Promise<TwitchTokens>;
  /**
   * New tokens for old; store both, since the refresh token may change. Once it was sent nothing ends it but its
   * timeout: by then Twitch may have spent the old token, and the answer is the only place where the new one is.
   *
   * @param options.untilSent ends it while it waits for its turn
   * @throws TwitchRefused when the user has to link anew; after any other failure keep the token
   */
  refresh: (refreshToken: string, options?: { untilSent?: AbortSignal }) => Promise<TwitchTokens>;
  /** @throws TwitchUnauthorized when it is no token, or none of this application */
  validate: (accessToken: string, options?: { signal?: AbortSignal | undefined }) => Promise<ValidToken>;
  /** Ends a token; one that has ended already is left as it is. */
  revoke: (token: string, options?: { signal?: AbortSignal }) => Promise<void>;
  getOwnUser: (accessToken: string, options?: { signal?: AbortSignal }) => Promise<TwitchUser>;
  /** Those of the users who are live now, each once; all or nothing. Any number of ids, 100 a call. */
  getStreams: (userIds: string[], options?: { signal?: AbortSignal }) => Promise<TwitchStream[]>;
  /**
   * Ids of everybody in a chat, each once; all or nothing, so that nobody seems absent because a page failed.
   *
   * @throws TwitchUnauthorized when the token or its scope is not enough, TwitchForbidden for another's chat
   */
  getChatters: (chat: {
    broadcasterId: string;
    accessToken: string;
    signal?: AbortSignal;
  }) => Promise<string[]>;
};

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
