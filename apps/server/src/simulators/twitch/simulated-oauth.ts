import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '#platform/auth/tokens.ts';
import { type Answer, type Call, json, oauthError } from './simulated-answers.ts';
import type { IssuedTokens } from './simulated-grants.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

/** Source: https://dev.twitch.tv/docs/authentication/getting-tokens-oauth and …/refresh-tokens */
export function answerToken(simulator: TwitchSimulator, { method, form }: Call): Answer {
  if (method !== 'POST') return oauthError(404, '404 page not found');
  const { application, grants } = simulator;
  const parameter = (name: string) => form.get(name) ?? '';
  if (parameter('client_id') !== application.clientId) return oauthError(400, 'invalid client');
  if (!isSame(parameter('client_secret'), application.clientSecret))
    return oauthError(403, 'invalid client secret');
  switch (parameter('grant_type')) {
    case 'authorization_code': {
      if (!application.redirectUris.includes(parameter('redirect_uri')))
        return oauthError(400, 'Parameter redirect_uri does not match registered URI');
      const tokens = grants.exchangeCode(parameter('code'), parameter('redirect_uri'));
      return tokens ? present(tokens) : oauthError(400, 'Invalid authorization code');
    }
    case 'refresh_token': {
      const tokens = grants.refresh(parameter('refresh_token'));
      return tokens ? present(tokens) : oauthError(400, 'Invalid refresh token');
    }
    case 'client_credentials': {
      const { accessToken, expiresInSeconds } = grants.issueAppToken();
      return json(200, { access_token: accessToken, expires_in: expiresInSeconds, token_type: 'bearer' });
    }
    default:
      return oauthError(400, form.has('grant_type') ? 'Invalid grant type' : 'missing grant type');
  }
}

/** Omits an empty list of scopes, as Twitch does. */
function present({ accessToken, refreshToken, scopes, expiresInSeconds }: IssuedTokens): Answer {
  return json(200, {
    access_token: accessToken,
    expires_in: expiresInSeconds,
    refresh_token: refreshToken,
    ...(scopes.length > 0 && { scope: scopes }),
    token_type: 'bearer',
  });
}

/** Source: https://dev.twitch.tv/docs/authentication/validate-tokens */
export function answerValidate(simulator: TwitchSimulator, { method, headers }: Call): Answer {
  if (method !== 'GET') return oauthError(404, '404 page not found');
  const [, token] = /^(?:OAuth|Bearer) (\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) return oauthError(401, 'missing authorization token');
  const known = simulator.grants.find(token);
  if (!known) return oauthError(401, 'invalid access token');
  const user = simulator.world.findUser(known.userId ?? '');
  return json(200, {
    client_id: simulator.application.clientId,
    ...(user && { login: user.login }),
    scopes: known.scopes.length > 0 ? known.scopes : null,
    ...(user && { user_id: user.id }),
    expires_in: known.expiresInSeconds,
  });
}

/** Source: https://dev.twitch.tv/docs/authentication/revoke-tokens */
export function answerRevoke({ application, grants }: TwitchSimulator, { method, form }: Call): Answer {
  if (method !== 'POST') return oauthError(404, '404 page not found');
  if (form.get('client_id') !== application.clientId) return oauthError(404, 'client does not exist');
  if (!grants.revoke(form.get('token') ?? '')) return oauthError(400, 'Invalid token');
  return { status: 200, headers: {}, body: '' };
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}
