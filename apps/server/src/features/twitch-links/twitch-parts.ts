import type { DropsConfig } from '#platform/config/twitch-config.ts';
import type { Database } from '#platform/db/database.ts';
import { unavailable } from '#platform/errors/app-error.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Twitch } from '#platform/twitch/create-twitch.ts';

/** The dependencies of Twitch links and drops. */
export type TwitchParts = {
  db: Database;
  /** Undefined: drops are disabled. */
  twitch: Twitch | undefined;
  config: { drops: DropsConfig };
  log: Logger;
};

/** `TwitchParts` with drops enabled. */
export type EnabledTwitch = Omit<TwitchParts, 'twitch'> & { twitch: Twitch };

const RETRY_AFTER_SECONDS = 3600;

/** @throws unavailable when drops are disabled */
export function requireTwitch(parts: TwitchParts): EnabledTwitch {
  const { twitch } = parts;
  if (!twitch) throw unavailable(RETRY_AFTER_SECONDS, 'Twitch is not switched on for this server.');
  return { ...parts, twitch };
}
