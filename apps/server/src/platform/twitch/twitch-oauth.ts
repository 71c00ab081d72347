import * as z from 'zod';
import { TwitchRefused, TwitchUnauthorized } from './twitch-errors.ts';
import { readBody, requireSuccess, type TwitchAnswer, type TwitchRequest } from './twitch-http.ts';

/** What the scope lets read: who is in a chat. */
export const CHATTERS_SCOPE = 'moderator:read:chatters';

export type TwitchApplication = {
  clientId: string;
  clientSecret: string;
  /** Without a trailing slash. */
  apiBase: string;
  /** Without a trailing slash. */
  authBase: string;
  /** Where browsers are sent to, when that is not below `authBase`. */
  authorizePage?: string | undefined;
  /** Where Twitch sends them back to. */
  redirectUri: string;
};

export type TwitchTokens = {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scopes: string[];
};

export type ValidToken = { userId: string; login: string; scopes: string[]; expiresInSeconds: number };

// Twitch leaves out, or calls null, a list of no scopes.
const scopes = z
  .union([z.array(z.string()), z.string().transform((list) => list.split(' ').filter(Boolean))])
  .nullish()
  .transform((list) => list ?? []);

const tokensSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number(),
  scope: scopes,
});

const appTokenSchema = tokensSchema.pick({ access_token: true });

const validSchema = z.object({
  client_id: z.string(),
  login: z.string(),
  user_id: z.string(),
  scopes,
  expires_in: z.number(),
});

/** What may end a call before its answer has come. */
type Ending = 'signal' | 'untilSent';

export type TwitchOauth = {
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
  createAppToken: () => Promise<string>;
};

/** Twitch's authorization server. Source: https://dev.twitch.tv/docs/authentication */
export function createTwitchOauth(
  application: TwitchApplication,
  run: (request: Omit<TwitchRequest, 'timeoutMs'>, bucket: string) => Promise<TwitchAnswer>,
): TwitchOauth {
  const { clientId, clientSecret, authBase, authorizePage, redirectUri } = application;
  const keys = { client_id: clientId, client_secret: clientSecret };
  // Nothing is known of points here, but a 429 of one path holds the others who want it.
  const ask = (path: string, request: Pick<TwitchRequest, 'method' | 'form' | 'headers' | Ending>) =>
    run({ ...request, url: `${authBase}/${path}` }, `auth ${path}`);
  const post = (path: string, form: Record<string, string>, ending: Pick<TwitchRequest, Ending> = {}) =>
    ask(path, { method: 'POST', form, ...ending });

  return {
    authorizeUrl: ({ state, purpose }) => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: purpose === 'streamer' ? CHATTERS_SCOPE : '',
        state,
        // Asked each time, so that somebody can choose another of their accounts.
        force_verify: 'true',
      });
      return `${authorizePage ?? `${authBase}/authorize`}?${query}`;
    },
    exchangeCode: async (code, ending) => {
      const form = { ...keys, code, grant_type: 'authorization_code', redirect_uri: redirectUri };
      return toTokens(await post('token', form, ending));
    },
    refresh: async (refreshToken, ending) => {
      const form = { ...keys, grant_type: 'refresh_token', refresh_token: refreshToken };
      return toRefreshedTokens(await post('token', form, ending));
    },
    validate: async (accessToken, ending) => {
      const headers = { authorization: `OAuth ${accessToken}` };
      const answer = await ask('validate', { method: 'GET', headers, ...ending });
      const valid = readBody(validSchema, answer);
      if (valid.client_id !== clientId)
        throw new TwitchUnauthorized('The token was given to another application.');
      return {
        userId: valid.user_id,
        login: valid.login,
        scopes: valid.scopes,
        expiresInSeconds: valid.expires_in,
      };
    },
    revoke: async (token, ending) => {
      const answer = await post('revoke', { client_id: clientId, token }, ending);
      try {
        requireSuccess(answer);
      } catch (error) {
        // It is none already, which is what was wanted.
        if (!(error instanceof TwitchRefused)) throw error;
      }
    },
    createAppToken: async () => {
      const answer = await post('token', { ...keys, grant_type: 'client_credentials' });
      return readBody(appTokenSchema, answer).access_token;
    },
  };
}

function toTokens(answer: TwitchAnswer): TwitchTokens {
  const tokens = readBody(tokensSchema, answer);
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresInSeconds: tokens.expires_in,
    scopes: tokens.scope,
  };
}

/** A refresh token that no longer counts is answered with 400 or 401; both mean that the user has to link anew. */
function toRefreshedTokens(answer: TwitchAnswer): TwitchTokens {
  try {
    return toTokens(answer);
  } catch (error) {
    throw error instanceof TwitchUnauthorized ? new TwitchRefused(error.message) : error;
  }
}
