import { getProfile } from '@waygate/contract/accounts/accounts.endpoints';
import type { Profile } from '@waygate/contract/accounts/accounts.schemas';
import { call } from '#api/call.ts';
import type { Loadable } from '#api/loadable.ts';
import { readSession, saveSession } from '#api/session.ts';
import { useLoaded } from '#api/use-loaded.ts';

/** The signed-in player's profile, with functions to load it again. */
export function useProfile(): {
  profile: Loadable<Profile>;
  /** Shows the loading state. */
  reload: () => void;
  /** Keeps showing the last result. */
  refresh: () => void;
} {
  const { content, reload, refresh } = useLoaded(loadProfile, 'Failed to load profile data.');
  return { profile: content, reload, refresh };
}

/** Loads the signed-in player's profile and updates the stored session with it. */
export async function loadProfile(signal: AbortSignal): Promise<Profile> {
  const token = readSession()?.accessToken;
  const profile = await call(getProfile, {}, { signal });
  if (!signal.aborted) refreshSession(token, profile);
  return profile;
}

/** Rights and names may have changed since sign-in. A session that ended meanwhile stays ended. */
function refreshSession(
  token: string | undefined,
  { webMgt, sections, privilege, userName, email, accountDBID }: Profile,
): void {
  const session = readSession();
  if (!session || session.accessToken !== token) return;
  saveSession({ ...session, webMgt, sections, privilege, userName, email, accountDBID });
}
