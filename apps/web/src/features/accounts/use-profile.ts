import { getProfile } from '@waygate/contract/accounts/accounts.endpoints';
import type { Profile } from '@waygate/contract/accounts/accounts.schemas';
import { useEffect, useState } from 'react';
import { call } from '#api/call.ts';
import { type Loadable, settle } from '#api/loadable.ts';
import { readSession, saveSession } from '#api/session.ts';

/** The signed-in player's profile, and how to ask for it again. */
export function useProfile(): { profile: Loadable<Profile>; reload: () => void } {
  const [profile, setProfile] = useState<Loadable<Profile>>({ status: 'loading' });
  const isLoading = profile.status === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    const abort = new AbortController();
    async function load() {
      const token = readSession()?.accessToken;
      const loading = call(getProfile, {}, { signal: abort.signal });
      const answer = await settle(loading, 'Failed to load profile data.');
      if (abort.signal.aborted) return;
      if (answer.status === 'loaded') refreshSession(token, answer.value);
      setProfile(answer);
    }
    void load();
    return () => abort.abort();
  }, [isLoading]);
  return { profile, reload: () => setProfile({ status: 'loading' }) };
}

/** Rights and names can have changed since sign-in; a session that has ended meanwhile stays ended. */
function refreshSession(
  token: string | undefined,
  { webMgt, privilege, userName, email, accountDBID }: Profile,
): void {
  const session = readSession();
  if (!session || session.accessToken !== token) return;
  saveSession({ ...session, webMgt, privilege, userName, email, accountDBID });
}
