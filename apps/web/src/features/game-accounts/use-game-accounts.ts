import { listGameAccounts } from '@waygate/contract/game-accounts/game-accounts.endpoints';
import type { GameAccount } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { call } from '#api/call.ts';
import { type Loaded, useLoaded } from '#api/use-loaded.ts';
import { useDelayed } from '#ui/timers/use-timers.ts';

const POLL_MS = 3000;

/** The player's game accounts, asked for again while the game has yet to answer. */
export function useGameAccounts(): Loaded<GameAccount[]> {
  const loaded = useLoaded(loadGameAccounts, 'Failed to load your game accounts.');
  const { content, isRefreshing, refresh } = loaded;
  const isPending = content.status === 'loaded' && content.value.some(({ state }) => state === 'pending');
  useDelayed(isPending && !isRefreshing, POLL_MS, refresh);
  return loaded;
}

async function loadGameAccounts(signal: AbortSignal): Promise<GameAccount[]> {
  const { gameAccounts } = await call(listGameAccounts, {}, { signal });
  return gameAccounts;
}
