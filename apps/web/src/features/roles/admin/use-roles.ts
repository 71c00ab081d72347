import { useQuery } from '@tanstack/react-query';
import { listRoles } from '@waygate/contract/roles/roles.endpoints';
import { call } from '#api/call.ts';

/** Queries to refetch after a role or the rights of accounts changed. */
export const ROLE_KEYS = [['roles'], ['staff'], ['users'], ['user'], ['audit']];

/** The roles by name. */
export function useRoles() {
  return useQuery({
    queryKey: ['roles'],
    queryFn: async ({ signal }) => (await call(listRoles, {}, { signal })).roles,
  });
}
