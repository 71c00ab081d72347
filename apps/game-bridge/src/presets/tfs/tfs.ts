import type { GameAdapter } from '#adapter.ts';
import type { PresetConfig } from '#preset.ts';
import { TFS } from '#presets/open-tibia/open-tibia.ts';
import { createOpenTibiaAdapter } from '#presets/open-tibia/open-tibia-adapter.ts';
import { tfsOptionsSchema, findDatabaseFaults } from '#presets/open-tibia/options.ts';

export const optionsSchema = tfsOptionsSchema;
export const findFaults = findDatabaseFaults;

/** The Forgotten Server: accounts, bans and premium time by SQL. */
export function createAdapter(config: PresetConfig): Promise<GameAdapter> {
  const options = tfsOptionsSchema.parse(config.options);
  return createOpenTibiaAdapter(config, { server: TFS, options, scheme: 'sha1', argon2: undefined });
}
