import type { GameAdapter } from '#adapter.ts';
import type { PresetConfig } from '#preset.ts';
import { CANARY } from '#presets/open-tibia/open-tibia.ts';
import { createOpenTibiaAdapter } from '#presets/open-tibia/open-tibia-adapter.ts';
import { canaryOptionsSchema, findDatabaseFaults } from '#presets/open-tibia/options.ts';

export const optionsSchema = canaryOptionsSchema;
export const findFaults = findDatabaseFaults;

/** Canary: accounts, bans, coins and premium time by SQL. */
export function createAdapter(config: PresetConfig): Promise<GameAdapter> {
  const options = canaryOptionsSchema.parse(config.options);
  const scheme = options.passwordType === 'sha1' ? 'sha1' : 'argon2id_raw';
  return createOpenTibiaAdapter(config, { server: CANARY, options, scheme, argon2: options.argon2 });
}
