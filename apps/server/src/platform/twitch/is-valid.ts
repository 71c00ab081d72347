import type { TwitchClient } from './twitch-client.ts';
import { TwitchUnauthorized } from './twitch-errors.ts';

/**
 * Whether Twitch accepts this access token.
 *
 * @throws TwitchFailure when Twitch gives no answer
 */
export async function isValid(
  client: TwitchClient,
  accessToken: string,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await client.validate(accessToken, { signal });
    return true;
  } catch (error) {
    if (error instanceof TwitchUnauthorized) return false;
    throw error;
  }
}
