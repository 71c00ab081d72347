import { useQuery } from '@tanstack/react-query';
import { listAdminGameServers } from '@waygate/contract/game-servers/game-servers.admin.endpoints';
import { call } from '#api/call.ts';

/** Queries to refetch after a server changed. */
export const SERVER_KEYS = [['game-servers'], ['game-server-names'], ['audit']];

/** Bridges report every minute. */
const REFETCH_MS = 20_000;

/** All servers in their order, kept up to date while they are shown. */
export function useGameServers() {
  return useQuery({
    queryKey: ['game-servers', 'list'],
    queryFn: async ({ signal }) => (await call(listAdminGameServers, {}, { signal })).servers,
    refetchInterval: REFETCH_MS,
  });
}
