import type { Preset } from './preset.ts';

/**
 * The games that the bridge knows, such as `rathena: () => import('./presets/rathena/rathena.ts')`. A preset is loaded only
 * when it is the configured one.
 */
export const PRESETS: Readonly<Record<string, () => Promise<Preset>>> = {
  simulator: () => import('./presets/simulator/simulator.ts'),
  sql: () => import('./presets/sql/sql.ts'),
};
