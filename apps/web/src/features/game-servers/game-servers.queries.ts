import { listCharacters } from '@waygate/contract/deliveries/deliveries.endpoints';
import { listGameServers } from '@waygate/contract/game-servers/game-servers.endpoints';
import type { GameServer } from '@waygate/contract/game-servers/game-servers.schemas';
import { call } from '#api/call.ts';
import { useLoaded } from '#api/use-loaded.ts';
import type { Choices } from './target.rules.ts';

/** The listed game servers; none until they are loaded, or when they can't be. */
export function useGameServers(): GameServer[] {
  const { content } = useLoaded(async (signal) => (await call(listGameServers, {}, { signal })).servers, '');
  return content.status === 'loaded' ? content.value : [];
}

/** These game servers, as far as they are listed, and the account's characters on them. */
export async function loadChoices(serverIds: number[], signal: AbortSignal): Promise<Choices> {
  const [{ servers }, { characters }] = await Promise.all([
    call(listGameServers, {}, { signal }),
    call(listCharacters, {}, { signal }),
  ]);
  return {
    servers: servers.filter(({ serverId }) => serverIds.includes(serverId)),
    characters: characters.filter(({ serverId }) => serverIds.includes(serverId)),
  };
}
