import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createUsePortalPassword } from '#features/game-accounts/game-accounts.ts';
import { PASSWORD, type Player } from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';
import { answerCommands, leaseCommands, putGameAccount } from '#test/game-accounts.ts';
import { useSamePasswordGames, waitForServers } from '#test/same-password-games.ts';

// A password that was changed because somebody else knew it has to reach every game.

const portal = await useBridgePortal();
const { db } = portal.parts;
const { second, createInBoth, workOnBoth } = await useSamePasswordGames(portal);

const use = createUsePortalPassword({ ...portal.parts, ...portal.parts.credentials });

const NEW_PASSWORD = 'another long password';

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
