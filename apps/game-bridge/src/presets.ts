import type { Preset } from './preset.ts';

/**
 * The games that the bridge knows, such as `rathena: () => import('./presets/rathena/rathena.ts')`. A preset is loaded only
 * when it is the configured one.
 */
export const PRESETS: Readonly<Record<string, () => Promise<Preset>>> = {
  rathena: () => import('./presets/rathena/rathena.ts'),
  hercules: () => import('./presets/hercules/hercules.ts'),
  metin2: () => import('./presets/metin2/metin2.ts'),
  azerothcore: () => import('./presets/azerothcore/azerothcore.ts'),
  canary: () => import('./presets/canary/canary.ts'),
  tfs: () => import('./presets/tfs/tfs.ts'),
  simulator: () => import('./presets/simulator/simulator.ts'),
  sql: () => import('./presets/sql/sql.ts'),
};
