import { useQuery } from '@tanstack/react-query';
import { getUserErasure } from '@waygate/contract/privacy/privacy.admin.endpoints';
import { call } from '#api/call.ts';

/** Whether an account is about to be deleted, or was. */
export function useUserErasure(accountId: number) {
  const id = String(accountId);
  return useQuery({
    queryKey: ['user', id, 'erasure'],
    queryFn: ({ signal }) => call(getUserErasure, { params: { id } }, { signal }),
  });
}
