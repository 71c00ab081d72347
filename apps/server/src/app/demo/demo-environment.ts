import { SETTINGS } from '#platform/config/settings.ts';

/** What a demo takes from the environment: nothing that reaches a database, mail, payments or Twitch. */
const KEPT = ['PORT', 'LOG_LEVEL', 'BRAND_NAME', 'BRAND_COMMUNITY_URL', 'OWNER_NAME', 'DROPS_TICK_SECONDS'];

/** Replaces the settings of a portal in these variables by those of a demo in a data folder. */
export function useDemoEnvironment(variables: Record<string, string | undefined>, dataDir: string): void {
  for (const name of Object.keys(SETTINGS)) if (!KEPT.includes(name)) delete variables[name];
  variables.DATA_DIR = dataDir;
  variables.DEMO_CONTENT = 'on';
}
