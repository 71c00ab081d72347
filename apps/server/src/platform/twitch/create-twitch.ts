import type { TokenKey } from '#platform/config/token-keys.ts';
import { createInFlightCalls, type InFlightCalls } from './in-flight-calls.ts';
import { createTokenBox, type TokenBox } from './token-box.ts';
import { createTwitchClient, type TwitchClient } from './twitch-client.ts';
import type { TwitchApplication } from './twitch-oauth.ts';

/** The Twitch client with its keys and settings. */
export type Twitch = {
  client: TwitchClient;
  tokens: TokenBox;
  /** Must finish before the process ends: a refreshed token that is not stored is lost. */
  inFlight: InFlightCalls;
  /** Categories whose streams count. */
  gameIds: ReadonlySet<string>;
  /** The simulated Twitch's address on this machine; undefined for the real one. */
  simulatorUrl: string | undefined;
};

export function createTwitch({
  publicOrigin,
  gameIds,
  tokenKeys,
  simulatorUrl,
  ...application
}: Omit<TwitchApplication, 'redirectUri'> & {
  publicOrigin: string;
  gameIds: string[];
  tokenKeys: TokenKey[];
  simulatorUrl?: string;
}): Twitch {
  return {
    client: createTwitchClient({ ...application, redirectUri: twitchRedirectUri(publicOrigin) }),
    tokens: createTokenBox(tokenKeys),
    inFlight: createInFlightCalls(),
    gameIds: new Set(gameIds),
    simulatorUrl,
  };
}

/** The OAuth redirect URI, which must be registered with the Twitch application. */
export function twitchRedirectUri(publicOrigin: string): string {
  return `${publicOrigin}/api/auth/twitch/callback`;
}
