import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createSignedInPlayer, PASSWORD } from './account-journeys.ts';
import type { BridgePortal } from './bridge.ts';
import { deleteGameAccounts, reportRules, TestGame, workOnCommands } from './game-accounts.ts';
import { addServer } from './second-server.ts';

/** What the games of these tests allow. */
export const LONG_PASSWORDS = { password: { min: 4, max: 40, characters: 'any' } } as const;

type BothGames = { first: TestGame; second: TestGame };

let later = 1_000_000;

/** Longer than a process keeps the list of servers. */
export function waitForServers(): void {
  vi.spyOn(performance, 'now').mockReturnValue((later += 60_000));
}

/** Before each test, two game servers without game accounts, whose logins have the portal's password. */
export async function useSamePasswordGames(portal: BridgePortal) {
  const { db } = portal.parts;
  const second = await addServer(portal);
  async function workOnBoth(games: BothGames): Promise<void> {
    await workOnCommands(portal, games.first);
    await workOnCommands(second, games.second);
  }
  /** A player with a login in both games. */
  async function createInBoth() {
    const player = await createSignedInPlayer(portal);
    const games = { first: new TestGame(), second: new TestGame() };
    await workOnBoth(games);
    for (const game of Object.values(games)) expect(await game.accepts(player.username, PASSWORD)).toBe(true);
    return { player, games };
  }
  beforeEach(async () => {
    await deleteGameAccounts(db);
    for (const serverId of [1, second.serverId])
      await reportRules(db, LONG_PASSWORDS, { serverId, policy: 'same_password' });
    waitForServers();
  });
  afterEach(() => vi.restoreAllMocks());
  return { second, createInBoth, workOnBoth };
}
