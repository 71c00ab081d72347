import type { StoredTotp } from '#features/factors/factors.ts';

/** Entries past this many replace the oldest: their second step reads the app once more. */
const APPS_MAX = 1000;

/**
 * The authenticator apps of sign-ins that wait for their second step in this process, with the secrets sealed as they are
 * stored. Who finds none here asks the database, and what is found is compared by the statement that uses the code.
 */
export type WaitingApps = {
  keep: (factorToken: string, app: StoredTotp) => void;
  find: (factorToken: string) => StoredTotp | undefined;
  forget: (factorToken: string) => void;
};

export function createWaitingApps(): WaitingApps {
  // In the order of their steps.
  const apps = new Map<string, StoredTotp>();
  return {
    keep: (factorToken, app) => {
      const [oldest] = apps.keys();
      if (apps.size >= APPS_MAX && oldest !== undefined) apps.delete(oldest);
      apps.set(factorToken, app);
    },
    find: (factorToken) => apps.get(factorToken),
    forget: (factorToken) => apps.delete(factorToken),
  };
}
