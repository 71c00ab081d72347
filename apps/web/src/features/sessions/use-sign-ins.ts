import { listSignIns } from '@waygate/contract/sessions/sessions.endpoints';
import type { SignIn } from '@waygate/contract/sessions/sessions.schemas';
import { call } from '#api/call.ts';
import { type Loaded, useLoaded } from '#api/use-loaded.ts';

/** The newest sign-ins and failed attempts. */
export function useSignIns(): Loaded<SignIn[]> {
  return useLoaded(loadSignIns, 'Failed to load your sign-ins.');
}

async function loadSignIns(signal: AbortSignal): Promise<SignIn[]> {
  const { signIns } = await call(listSignIns, {}, { signal });
  return signIns;
}
