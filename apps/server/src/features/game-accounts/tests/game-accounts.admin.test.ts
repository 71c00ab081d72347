import { expect, test } from 'vitest';
import { createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';
import {
  answerCommands,
  leaseCommands,
  putGameAccount,
  reportRules,
  TestGame,
  workOnCommands,
} from '#test/game-accounts.ts';

const portal = await useBridgePortal();
await reportRules(portal.parts.db);

test("staff see an account's game accounts with the game's last answer", async () => {
  const staff = await createStaff(portal, ['users']);
  const player = await createSignedInPlayer(portal);
  const read = async () => {
    const response = await portal.call('GET', `/admin/users/${player.id}/game-accounts`, {
      token: staff.token,
    });
    return response.json().gameAccounts;
  };
  expect(await read()).toEqual([]);
  await putGameAccount(portal, player, { login: 'Hero', password: 'Sword-42' });
  const [command] = await leaseCommands(portal);
  await answerCommands(portal, [{ id: command?.id ?? 0, result: 'retry', detail: 'table is locked' }]);
  expect(await read()).toMatchObject([
    {
      serverId: 1,
      serverName: 'Game server',
      login: 'Hero',
      state: 'pending',
      isLocked: false,
      lastAnswer: { kind: 'create', result: 'retry', detail: 'table is locked', attempts: 1 },
      waiting: { kind: 'create' },
    },
  ]);
  await putGameAccount(portal, player, { login: 'Hero', password: 'Sword-43' });
  await workOnCommands(portal, new TestGame());
  expect(await read()).toMatchObject([
    { state: 'active', gameAccountId: 'g-Hero', lastAnswer: { result: 'done' }, waiting: null },
  ]);
});

test('others see nothing of it, and unknown accounts are not found', async () => {
  const player = await createSignedInPlayer(portal);
  const staff = await createStaff(portal, ['news']);
  const path = `/admin/users/${player.id}/game-accounts`;
  expect((await portal.call('GET', path)).statusCode).toBe(401);
  expect((await portal.call('GET', path, { token: player.token })).statusCode).toBe(403);
  expect((await portal.call('GET', path, { token: staff.token })).statusCode).toBe(403);
  const users = await createStaff(portal, ['users']);
  const missing = await portal.call('GET', '/admin/users/999999/game-accounts', { token: users.token });
  expect(missing.statusCode).toBe(404);
});
