import { useQuery } from '@tanstack/react-query';
import { getGameServerAccess } from '@waygate/contract/game-servers/game-servers.admin.endpoints';
import { call } from '#api/call.ts';

/** Queries to refetch after a server's tokens or addresses changed. */
export function accessKeys(serverId: number) {
  return [['game-servers', 'access', serverId], ['audit']];
}

/** A server's tokens and addresses. */
export function useServerAccess(serverId: number) {
  return useQuery({
    queryKey: ['game-servers', 'access', serverId],
    queryFn: ({ signal }) => call(getGameServerAccess, { params: { id: String(serverId) } }, { signal }),
  });
}
