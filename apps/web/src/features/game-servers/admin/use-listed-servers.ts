import { useQuery } from '@tanstack/react-query';
import { listGameServers } from '@waygate/contract/game-servers/game-servers.endpoints';
import type { GameServer } from '@waygate/contract/game-servers/game-servers.schemas';
import { call } from '#api/call.ts';
import type { ListFilter } from '#features/admin/lists/ListFilters.tsx';

/** The listed game servers, for staff of any section. Empty until they are loaded, and when that fails. */
export function useListedServers(): GameServer[] {
  const { data } = useQuery({
    queryKey: ['listed-servers'],
    queryFn: ({ signal }) => call(listGameServers, {}, { signal }),
    staleTime: 60_000,
  });
  return data?.servers ?? [];
}

export function serverOptions(servers: GameServer[]): { value: string; label: string }[] {
  return servers.map(({ serverId, name }) => ({ value: String(serverId), label: name }));
}

/** A filter by game server, where there is more than one. */
export function serverFilters(servers: GameServer[]): ListFilter[] {
  if (servers.length < 2) return [];
  return [{ name: 'server', label: 'Game server', anyLabel: 'All', options: serverOptions(servers) }];
}
