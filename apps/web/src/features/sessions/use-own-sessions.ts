import { listOwnSessions } from '@waygate/contract/sessions/sessions.endpoints';
import type { OwnSession } from '@waygate/contract/sessions/sessions.schemas';
import { call } from '#api/call.ts';
import { type Loaded, useLoaded } from '#api/use-loaded.ts';

/** Where the account is signed in. */
export function useOwnSessions(): Loaded<OwnSession[]> {
  return useLoaded(loadSessions, 'Failed to load your devices.');
}

async function loadSessions(signal: AbortSignal): Promise<OwnSession[]> {
  const { sessions } = await call(listOwnSessions, {}, { signal });
  return sessions;
}
