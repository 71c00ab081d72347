import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import {
  answerCommands,
  ban,
  leaseCommands,
  makeCommandsDue,
  putGameAccount,
  readGameAccount,
  TestGame,
  useGameAccountPortal,
  workOnCommands,
} from '#test/game-accounts.ts';

const portal = await useGameAccountPortal();
const { db } = portal.parts;

test('of many who ask for one login at once, one gets it', async () => {
  const players = await Promise.all(Array.from({ length: 8 }, () => createSignedInPlayer(portal)));
  const answers = await Promise.all(
    players.map((player, index) =>
      putGameAccount(portal, player, { login: index % 2 ? 'Wanted' : 'WANTED', password: 'Sword-42' }),
    ),
  );
  const states = answers.map((answer): string => answer.json().state).toSorted();
  expect(states).toEqual(['pending', ...Array(7).fill('taken')]);
});

test('of parallel requests of one account the last one wins, in the game as well', async () => {
  const player = await createSignedInPlayer(portal);
  const game = new TestGame();
  const passwords = Array.from({ length: 8 }, (_, index) => `Sword-${index}`);
  const answers = await Promise.all([
    ...passwords.map((password) => putGameAccount(portal, player, { login: 'Hero', password })),
    workOnCommands(portal, game),
  ]);
  expect(answers.slice(0, 8).map((answer) => answer?.statusCode)).toEqual(Array(8).fill(200));
  await makeCommandsDue(db);
  await workOnCommands(portal, game);
  expect(await readGameAccount(portal, player)).toMatchObject({ state: 'active' });
  const accepted = await Promise.all(passwords.map((password) => game.accepts('Hero', password)));
  expect(accepted.filter(Boolean)).toHaveLength(1);
  const { rows } = await db.execute(sql`
    select from game_account_commands where sealed is not null or settled_at is null`);
  expect(rows).toEqual([]);
});

test('acknowledgements and requests at once never deadlock, and end in one state', async () => {
  const players = await Promise.all(Array.from({ length: 6 }, () => createSignedInPlayer(portal)));
  const game = new TestGame();
  const ask = async (round: number) => {
    await Promise.all(
      players.map((player, index) =>
        putGameAccount(portal, player, { login: `Hero_${(index + round) % 7}`, password: `Sword-${round}` }),
      ),
    );
  };
  const bridge = async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const commands = await leaseCommands(portal, 3);
      const answers = commands.toReversed().map((command) => game.apply(command));
      // Every third call is lost after the game has done it, as when the bridge is killed.
      if (turn % 3 !== 2) await answerCommands(portal, answers);
    }
  };
  await Promise.all([ask(0), bridge(), bridge(), ask(1), ban(db, players[0] ?? { id: 0 }), ask(2)]);
  await makeCommandsDue(db);
  await workOnCommands(portal, game);
  await makeCommandsDue(db);
  await workOnCommands(portal, game);
  const { rows: open } = await db.execute(
    sql`select kind from game_account_commands where settled_at is null`,
  );
  expect(open).toEqual([]);
  const { rows } = await db.execute<{ login: string; accountId: number; isLocked: boolean }>(sql`
    select login, account_id as "accountId", is_locked as "isLocked" from game_accounts where state = 'active'`);
  for (const { login, accountId, isLocked } of rows) {
    expect(game.accounts.get(login)).toMatchObject({ owner: accountId, isLocked });
    expect(isLocked).toBe(accountId === players[0]?.id);
  }
});

test('two bridges that lease at once never get the same command, nor two of one account', async () => {
  const players = await Promise.all(Array.from({ length: 10 }, () => createSignedInPlayer(portal)));
  await Promise.all(
    players.map((player, index) =>
      putGameAccount(portal, player, { login: `Hero_${index}`, password: 'Sword-42' }),
    ),
  );
  const game = new TestGame();
  await workOnCommands(portal, game);
  await Promise.all(
    players.map((player, index) =>
      putGameAccount(portal, player, { login: `Heroine_${index}`, password: 'Sword-43' }),
    ),
  );
  await Promise.all(players.map((player) => ban(db, player)));
  const leased = (await Promise.all(Array.from({ length: 8 }, () => leaseCommands(portal, 7)))).flat();
  // A lock goes before a rename that the bridge doesn't have yet.
  expect(leased.filter(({ kind }) => kind === 'rename' || kind === 'lock')).toHaveLength(10);
  expect(new Set(leased.map(({ accountDBID }) => accountDBID)).size).toBe(10);
  const { rows } = await db.execute<{ locks: number }>(sql`
    select count(*)::int as locks from game_account_commands where kind = 'lock'`);
  expect(rows).toEqual([{ locks: 10 }]);
});
