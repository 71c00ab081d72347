import * as z from 'zod';
import { TwitchRefused, TwitchUnauthorized } from './twitch-errors.ts';
import { readBody, requireSuccess, type TwitchAnswer, type TwitchRequest } from './twitch-http.ts';

/** The scope for reading who is in a chat. */
export const CHATTERS_SCOPE = 'moderator:read:chatters';

export type TwitchApplication = {
  clientId: string;
  clientSecret: string;
  /** Without a trailing slash. */
  apiBase: string;
  /** Without a trailing slash. */
  authBase: string;
  /** The authorize page for browsers, if it is not `<authBase>/authorize`. */
  authorizePage?: string | undefined;
  /** The redirect URI of the OAuth flow. */
  redirectUri: string;
};

export type TwitchTokens = {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scopes: string[];
};

export type ValidToken = { userId: string; login: string; scopes: string[]; expiresInSeconds: number };

// For an empty list of scopes, Twitch omits the field or sends null.
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

/** Signals that may cancel a call. */
type Ending = 'signal' | 'untilSent';

export type TwitchOauth = {
  /** The address of the OAuth flow. The user allows the portal to identify them, and as a streamer to read their chat. */
  authorizeUrl: (flow: { state: string; purpose: 'viewer' | 'streamer' }) => string;
  /** @throws TwitchRefused when the code is invalid, used or expired */
  exchangeCode: (code: string, options?: { signal?: AbortSignal }) => Promise<TwitchTokens>;
  /**
   * Refreshes tokens. Store both, because the refresh token may change. Once sent, only the timeout ends the request:
   * Twitch may have spent the old token, and only the answer contains the new one.
   *
   * @param options.untilSent cancels the request while it waits to be sent
   * @throws TwitchRefused when the user must link again; after any other failure keep the token
   */
  refresh: (refreshToken: string, options?: { untilSent?: AbortSignal }) => Promise<TwitchTokens>;
  /** @throws TwitchUnauthorized when the token is invalid or belongs to another application */
  validate: (accessToken: string, options?: { signal?: AbortSignal | undefined }) => Promise<ValidToken>;
  /** Revokes a token. Does nothing if it has already ended. */
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
  // These endpoints have no documented points, but a 429 delays the other calls of the same path.
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
        // Shows the consent page each time, so that users can choose another account.
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
        throw new TwitchUnauthorized('The token belongs to another application.');
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
        // The token has already ended.
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

/** Twitch answers an invalid refresh token with 400 or 401. Both mean that the user must link again. */
function toRefreshedTokens(answer: TwitchAnswer): TwitchTokens {
  try {
    return toTokens(answer);
  } catch (error) {
    throw error instanceof TwitchUnauthorized ? new TwitchRefused(error.message) : error;
  }
}
