import { mayGiveTo } from '@waygate/contract/own-account';
import { type StoredSession, useSession } from '#api/session.ts';
import { rankOf } from './sections.ts';

/**
 * Whether the signed-in member of staff may give value to accounts: owners to all, others to all but their own. The
 * server decides; this says so before the request.
 */
export function useMayGive(): (accountId: number) => boolean {
  const session = useSession();
  return (accountId) => mayGive(session, accountId);
}

/** The same for a session. */
export function mayGive(session: StoredSession | null, accountId: number): boolean {
  return (
    session !== null && mayGiveTo({ ...rankOf(session), accountId: session.accountDBID ?? 0 }, accountId)
  );
}
