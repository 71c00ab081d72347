// Starts a portal for benchmarks in the same way as for browser journeys.
import {
  createDataFolder,
  type Portal,
  type PortalOptions,
  removeDataFolder,
  startPortal,
} from '#e2e/portal.ts';

/** Runs the work with a new portal on the embedded PostgreSQL, and cleans up afterwards. */
export async function withPortal(
  env: Record<string, string>,
  work: (portal: Portal) => Promise<void>,
  options: Pick<PortalOptions, 'program' | 'hostName'> = {},
): Promise<void> {
  const dataDir = await createDataFolder();
  try {
    const portal = await startPortal({ dataDir, env, ...options });
    try {
      await work(portal);
    } finally {
      await portal.stop();
    }
  } finally {
    await removeDataFolder(dataDir);
  }
}

/** Signs in as the portal's owner, and returns the access token. */
export async function signInOwner({ origin, owner }: Portal): Promise<string> {
  const signedIn = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: owner.name, password: owner.password }),
  });
  return ((await signedIn.json()) as { accessToken: string }).accessToken;
}
