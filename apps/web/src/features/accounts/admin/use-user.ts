import { useQuery } from '@tanstack/react-query';
import { getUser, getUserHistory } from '@waygate/contract/accounts/accounts.admin.endpoints';
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
