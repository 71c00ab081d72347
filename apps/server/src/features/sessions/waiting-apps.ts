import type { ReadTotp } from '#features/factors/factors.ts';
import { STEP_MINUTES } from './factor-sign-in.queries.ts';

/** Entries past this many replace the oldest: their second step reads the app once more. */
const APPS_MAX = 1000;

/**
 * The authenticator apps of sign-ins that wait for their second step in this process, with the secrets sealed as they are
 * stored. A step that finds none here asks the database; what is found is compared by the statement that uses the code.
 */
export type WaitingApps = {
  keep: (factorToken: string, app: ReadTotp) => void;
  /** With the time that has passed since. */
  find: (factorToken: string) => ReadTotp | undefined;
  forget: (factorToken: string) => void;
};

/** @param now milliseconds that never run backwards */
export function createWaitingApps(now: () => number = () => performance.now()): WaitingApps {
  // In the order of their steps.
  const apps = new Map<string, { app: ReadTotp; keptAt: number; expiresAt: number }>();
  return {
    keep: (factorToken, app) => {
      for (const [oldest, { expiresAt }] of apps) {
        if (apps.size < APPS_MAX && expiresAt > now()) break;
        apps.delete(oldest);
      }
      const keptAt = now();
      apps.set(factorToken, { app, keptAt, expiresAt: keptAt + STEP_MINUTES * 60_000 });
    },
    find: (factorToken) => {
      const kept = apps.get(factorToken);
      return kept && { ...kept.app, now: kept.app.now + (now() - kept.keptAt) / 1000 };
    },
    forget: (factorToken) => apps.delete(factorToken),
  };
}
