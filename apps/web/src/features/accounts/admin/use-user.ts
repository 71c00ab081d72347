import { useQuery } from '@tanstack/react-query';
import { getUser, getUserHistory } from '@waygate/contract/accounts/accounts.admin.endpoints';
import { getSharedAddress } from '@waygate/contract/players/players.endpoints';
import { call } from '#api/call.ts';

/** One account as staff see it. */
export function useUser(accountId: string) {
  return useQuery({
    queryKey: ['user', accountId],
    queryFn: ({ signal }) => call(getUser, { params: { id: accountId } }, { signal }),
  });
}

/** The newest bans, sessions and mails of an account. */
export function useUserHistory(accountId: string) {
  return useQuery({
    queryKey: ['user', accountId, 'history'],
    queryFn: ({ signal }) => call(getUserHistory, { params: { id: accountId } }, { signal }),
  });
}

/** Who else was last at the account's address. */
export function useSharedAddress(accountId: number) {
  return useQuery({
    queryKey: ['user', String(accountId), 'shared address'],
    queryFn: ({ signal }) => call(getSharedAddress, { params: { id: String(accountId) } }, { signal }),
  });
}
