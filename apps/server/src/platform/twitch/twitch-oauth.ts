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

export type TwitchOauth = {
  authorizeUrl: (walk: { state: string; purpose: 'viewer' | 'streamer' }) => string;
  exchangeCode: (code: string) => Promise<TwitchTokens>;
  refresh: (refreshToken: string) => Promise<TwitchTokens>;
  validate: (accessToken: string) => Promise<ValidToken>;
  revoke: (token: string) => Promise<void>;
  createAppToken: () => Promise<string>;
};

/** Twitch's authorization server. Source: https://dev.twitch.tv/docs/authentication */
export function createTwitchOauth(
  application: TwitchApplication,
  run: (request: Omit<TwitchRequest, 'timeoutMs'>) => Promise<TwitchAnswer>,
): TwitchOauth {
  const { clientId, clientSecret, authBase, authorizePage, redirectUri } = application;
  const keys = { client_id: clientId, client_secret: clientSecret };
  const post = (path: string, form: Record<string, string>) =>
    run({ method: 'POST', url: `${authBase}/${path}`, form });

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
    exchangeCode: async (code) => {
      const form = { ...keys, code, grant_type: 'authorization_code', redirect_uri: redirectUri };
      return toTokens(await post('token', form));
    },
    refresh: async (refreshToken) => {
      const form = { ...keys, grant_type: 'refresh_token', refresh_token: refreshToken };
      return toRefreshedTokens(await post('token', form));
    },
    validate: async (accessToken) => {
      const headers = { authorization: `OAuth ${accessToken}` };
      const answer = await run({ method: 'GET', url: `${authBase}/validate`, headers });
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
    revoke: async (token) => {
      const answer = await post('revoke', { client_id: clientId, token });
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
