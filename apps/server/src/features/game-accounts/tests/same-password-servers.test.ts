import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createUsePortalPassword } from '#features/game-accounts/game-accounts.ts';
import { createSignedInPlayer, PASSWORD, type Player } from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';
import {
  answerCommands,
  deleteGameAccounts,
  leaseCommands,
  putGameAccount,
  reportRules,
  TestGame,
  workOnCommands,
} from '#test/game-accounts.ts';
import { addServer } from '#test/second-server.ts';

// A password that was changed because somebody else knew it has to reach every game.

const portal = await useBridgePortal();
const { db } = portal.parts;
const second = await addServer(portal);

const use = createUsePortalPassword({ ...portal.parts, ...portal.parts.credentials });

const LONG = { password: { min: 4, max: 40, characters: 'any' } } as const;
const NEW_PASSWORD = 'another long password';
let later = 1_000_000;

beforeEach(async () => {
  await deleteGameAccounts(db);
  for (const serverId of [1, second.serverId])
    await reportRules(db, LONG, { serverId, policy: 'same_password' });
  waitForServers();
});
afterEach(() => vi.restoreAllMocks());

/** Longer than a process keeps the list of servers. */
function waitForServers(): void {
  vi.spyOn(performance, 'now').mockReturnValue((later += 60_000));
}

/** A player with an account in both games. */
async function createInBoth() {
  const player = await createSignedInPlayer(portal);
  const games = { first: new TestGame(), second: new TestGame() };
  await workOnBoth(games);
  expect(await games.first.accepts(player.username, PASSWORD)).toBe(true);
  expect(await games.second.accepts(player.username, PASSWORD)).toBe(true);
  return { player, games };
}

async function workOnBoth(games: { first: TestGame; second: TestGame }): Promise<void> {
  await workOnCommands(portal, games.first);
  await workOnCommands(second, games.second);
}

async function changePassword({ id }: Pick<Player, 'id'>): Promise<void> {
  const { rows } = await db.execute<{ hash: string }>(
    sql`select password_hash as hash from accounts where id = ${id}`,
  );
  const passwordHash = rows[0]?.hash ?? '';
  await use({ event: 'changed', accountId: id, password: NEW_PASSWORD, passwordHash });
}

test('a new password reaches a hidden server', async () => {
  const { player, games } = await createInBoth();
  await db.execute(sql`update game_servers set is_listed = false where id = ${second.serverId}`);
  onTestFinished(async () => {
    await db.execute(sql`update game_servers set is_listed = true where id = ${second.serverId}`);
  });
  waitForServers();
  await changePassword(player);
  await workOnBoth(games);
  expect(await games.second.accepts(player.username, NEW_PASSWORD)).toBe(true);
});

test('a new password follows a rename that the game has, and reaches the other games', async () => {
  const { player, games } = await createInBoth();
  await putGameAccount(portal, player, { login: 'Renamed', password: PASSWORD });
  const [rename] = await leaseCommands(portal);
  if (rename?.kind !== 'rename') throw new Error('No rename was leased.');
  games.first.apply(rename);
  await changePassword(player);
  await answerCommands(portal, [{ id: rename.id, result: 'done', login: 'Renamed' }]);
  await workOnBoth(games);
  expect(await games.first.accepts('Renamed', NEW_PASSWORD)).toBe(true);
  expect(await games.second.accepts(player.username, NEW_PASSWORD)).toBe(true);
});
