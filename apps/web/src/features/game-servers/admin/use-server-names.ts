import { useQuery } from '@tanstack/react-query';
import { listServerNames, type ServerName } from '@waygate/contract/game-servers/server-names.endpoints';
import { call } from '#api/call.ts';

const NONE: ServerName[] = [];

/** Every game server, hidden ones too; none until they are loaded. */
export function useServerNames(): ServerName[] {
  const { data } = useQuery({
    queryKey: ['game-server-names'],
    queryFn: async ({ signal }) => (await call(listServerNames, {}, { signal })).servers,
  });
  return data ?? NONE;
}
