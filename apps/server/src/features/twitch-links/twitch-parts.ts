import type { DropsConfig } from '#platform/config/twitch-config.ts';
import type { Database } from '#platform/db/database.ts';
import { unavailable } from '#platform/errors/app-error.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Twitch } from '#platform/twitch/create-twitch.ts';

/** What drops are measured and kept with. */
export type TwitchParts = {
  db: Database;
  /** Undefined: drops are switched off. */
  twitch: Twitch | undefined;
  config: { drops: DropsConfig };
  log: Logger;
};

/** The same once it is known that drops are switched on. */
export type EnabledTwitch = Omit<TwitchParts, 'twitch'> & { twitch: Twitch };

const RETRY_AFTER_SECONDS = 3600;

/** @throws AppError where drops are switched off */
export function requireTwitch(parts: TwitchParts): EnabledTwitch {
  const { twitch } = parts;
  if (!twitch) throw unavailable(RETRY_AFTER_SECONDS, 'Twitch is not switched on for this server.');
  return { ...parts, twitch };
}
