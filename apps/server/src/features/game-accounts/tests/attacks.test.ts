import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import {
  answerCommands,
  ban,
  claimGameAccount,
  leaseCommands,
  makeCommandsDue,
  putGameAccount,
  readGameAccount,
  reportRules,
  TestGame,
  useGameAccountPortal,
  workOnCommands,
} from '#test/game-accounts.ts';

const portal = await useGameAccountPortal();
const { db } = portal.parts;

const player = () => createSignedInPlayer(portal);

describe('a game that reports one login for two accounts', () => {
  test('at once gets its answers recorded', async () => {
    const [one, other] = [await player(), await player()];
    await putGameAccount(portal, one, { login: 'one', password: 'Sword-42' });
    await putGameAccount(portal, other, { login: 'other', password: 'Sword-42' });
    const commands = await leaseCommands(portal);
    const answers = commands.map(({ id }) => ({ id, result: 'done' as const, login: 'Same' }));
    expect(await answerCommands(portal, answers)).toEqual(['settled', 'settled']);
    expect((await readGameAccount(portal, one))?.login).toBe('Same');
    expect((await readGameAccount(portal, other))?.login).toBe('other');
  });

  test('and the other way round gets them recorded, too', async () => {
    const [one, other] = [await player(), await player()];
    await putGameAccount(portal, one, { login: 'one', password: 'Sword-42' });
    await putGameAccount(portal, other, { login: 'other', password: 'Sword-42' });
    const commands = await leaseCommands(portal);
    const answers = commands.map(({ id, login }) => ({
      id,
      result: 'done' as const,
      login: login === 'one' ? 'other' : 'one',
    }));
    expect(await answerCommands(portal, answers)).toEqual(['settled', 'settled']);
  });
});

describe('a player who asks for something else while the game makes the account', () => {
  test.each([
    [
      'a login that is taken',
      async (owner: { token: string }) =>
        putGameAccount(portal, owner, { login: 'Held', password: 'Sword-42' }),
    ],
    [
      'a claim of a login that is taken',
      async (owner: { token: string }) =>
        claimGameAccount(portal, owner, { login: 'Held', password: 'Sword-42' }),
    ],
  ])('%s is still banned in the game', async (_, askElse) => {
    const game = new TestGame();
    await putGameAccount(portal, await player(), { login: 'Held', password: 'Sword-42' });
    await workOnCommands(portal, game);
    const owner = await player();
    await putGameAccount(portal, owner, { login: 'Cheat', password: 'Sword-42' });
    const inFlight = await leaseCommands(portal);
    expect((await askElse(owner)).statusCode).toBe(200);
    await answerCommands(
      portal,
      inFlight.map((command) => game.apply(command)),
    );
    expect(await game.accepts('Cheat', 'Sword-42')).toBe(true);
    await ban(db, owner);
    await workOnCommands(portal, game);
    expect(await game.accepts('Cheat', 'Sword-42')).toBe(false);
  });
});

test('a ban does not wait behind a password that the game cannot set', async () => {
  const owner = await player();
  const game = new TestGame();
  await putGameAccount(portal, owner, { login: 'Cheat', password: 'Sword-42' });
  await workOnCommands(portal, game);
  await putGameAccount(portal, owner, { login: 'Cheat', password: 'Shield-7' });
  const [password] = await leaseCommands(portal);
  await ban(db, owner);
  // One at a time: the bridge has the password.
  expect(await leaseCommands(portal)).toEqual([]);
  expect(await answerCommands(portal, [{ id: password?.id ?? 0, result: 'retry' }])).toEqual(['rescheduled']);
  const leased = await leaseCommands(portal);
  expect(leased).toMatchObject([{ kind: 'lock', login: 'Cheat' }]);
  await makeCommandsDue(db);
  await answerCommands(
    portal,
    leased.map((command) => game.apply(command)),
  );
  await makeCommandsDue(db);
  expect(await leaseCommands(portal)).toMatchObject([{ kind: 'set_password', login: 'Cheat' }]);
});

test('a claim lives as long on a machine whose clock is wrong', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await claimGameAccount(portal, await player(), { login: 'Late', password: 'Sword-42' });
  expect(await leaseCommands(portal)).toMatchObject([{ kind: 'claim' }]);
});

test('logins that a game may take for one share a limit of claims', async () => {
  await reportRules(db, { login: { min: 1, max: 20, characters: 'any' } });
  const logins = ['hero', 'HERO', 'h\u00e9ro', 'he\u0301ro', '\uff28\uff25\uff32\uff2f'];
  const answers: number[] = [];
  for (const _ of [1, 2, 3]) {
    const claimer = await player();
    for (const login of logins)
      answers.push((await claimGameAccount(portal, claimer, { login, password: 'x' })).statusCode);
  }
  expect(answers.filter((status) => status !== 429)).toHaveLength(10);
});

test('an account that the game made stays, whatever it refuses afterwards', async () => {
  const owner = await player();
  await putGameAccount(portal, owner, { login: 'Cheat', password: 'Sword-42' });
  const [first] = await leaseCommands(portal);
  await putGameAccount(portal, owner, { login: 'Other', password: 'Sword-42' });
  if (!first) throw new Error('Nothing was leased.');
  expect(await answerCommands(portal, [{ id: first.id, result: 'done' }])).toEqual(['unchanged']);
  const [second] = await leaseCommands(portal);
  await answerCommands(portal, [{ id: second?.id ?? 0, result: 'taken' }]);
  expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'active', login: 'Cheat' });
});

test('an account whose login is somebody else’s by now stays as it is', async () => {
  const [owner, other, held] = [await player(), await player(), await player()];
  const game = new TestGame();
  await putGameAccount(portal, held, { login: 'Held', password: 'Sword-42' });
  await workOnCommands(portal, game);
  await putGameAccount(portal, owner, { login: 'Cheat', password: 'Sword-42' });
  const [command] = await leaseCommands(portal);
  await putGameAccount(portal, owner, { login: 'Held', password: 'Sword-42' });
  await putGameAccount(portal, other, { login: 'Cheat', password: 'Sword-42' });
  expect(await answerCommands(portal, [{ id: command?.id ?? 0, result: 'done' }])).toEqual(['unchanged']);
  expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'taken', login: 'Held' });
});
