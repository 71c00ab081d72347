import type { ZodMiniType } from 'zod/mini';
import type { GameAdapter } from '#adapter.ts';

/** What an adapter gets from the configuration. */
export type PresetConfig = {
  /** Address of the game's main database, for `openGameDatabase`. */
  database: string;
  /** Where the accounts are; the same as `database` unless configured. */
  accountDatabase: string;
  soap: string | undefined;
  /** The preset's own fields of the configuration, which fit its `optionsSchema`: parse them with it. */
  options: Record<string, unknown>;
};

/** What the file `presets/<name>/<name>.ts` of a preset exports. */
export type Preset = {
  /** A strict object of the preset's own fields, which are next to the common ones. */
  optionsSchema: ZodMiniType;
  /** What is wrong with the common fields for this game, such as a missing `soap`. */
  findFaults?: (config: Omit<PresetConfig, 'options'>) => { path: string; message: string }[];
  createAdapter: (config: PresetConfig) => Promise<GameAdapter>;
};
