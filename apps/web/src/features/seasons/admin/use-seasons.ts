import { useQuery } from '@tanstack/react-query';
import { listSeasons } from '@waygate/contract/drops/drops.admin.endpoints';
import { call } from '#api/call.ts';

export const SEASONS_KEY = ['drop-seasons'];

/** All seasons, the newest first. */
export function useSeasons() {
  return useQuery({
    queryKey: SEASONS_KEY,
    queryFn: async ({ signal }) => (await call(listSeasons, {}, { signal })).seasons,
  });
}
