import { describe, expect, onTestFinished, test } from 'vitest';
import { grantAsManual } from '#test/manual-grants.ts';
import { isMariadbMissing, type MariadbDatabase } from '#test/mariadb-database.ts';
import { makeRevocation } from '#test/deliveries.ts';
import {
  grant,
  openAdapter,
  OPTIONS,
  PREMIUM_COLUMN,
  readAccount,
  type ServerName,
  useGame,
} from './game-tables.ts';

async function open(server: ServerName, options: Record<string, unknown> = {}) {
  const game = await useGame(server);
  const adapter = await openAdapter(server, game, options);
  onTestFinished(adapter.close);
  return { game, adapter };
}

const club = () => grant({ kind: 'club_days', itemId: null, quantity: 30 });

async function premiumDays(server: ServerName, game: MariadbDatabase): Promise<number> {
  const account = await readAccount(game);
  return (Number(account[PREMIUM_COLUMN[server]]) - Number(account['now'])) / 86_400;
}

describe.skipIf(isMariadbMissing())('coins of Canary', () => {
  test('adds the mapped coins once, with a line in the game’s own history', async () => {
    const { game, adapter } = await open('canary');
    const delivery = grant({ quantity: 2 });
    const receipt = { accountDBID: 5, kind: 'item', itemId: 7001, quantity: 2 };
    expect(await adapter.apply(delivery)).toEqual({ is: 'applied', receipt });
    expect(await adapter.apply(delivery)).toEqual({ is: 'duplicate', receipt });
    expect(await readAccount(game)).toMatchObject({ coins: 500, coins_transferable: 0 });
    expect(await game.rows('select type, coin_type, amount from coins_transactions')).toEqual([
      { type: 1, coin_type: 1, amount: 500 },
    ]);
  });

  test('takes back what is left, says what was spent, and never goes below zero', async () => {
    const { game, adapter } = await open('canary');
    const [whole, spent] = [grant(), grant()];
    for (const delivery of [whole, spent]) await adapter.apply(delivery);
    const takenBack = await adapter.apply(makeRevocation(whole));
    expect(takenBack).toMatchObject({ is: 'applied' });
    expect(takenBack).not.toHaveProperty('detail');
    await game.run('update accounts set coins = 100 where id = 2');
    expect(await adapter.apply(makeRevocation(spent))).toMatchObject({
      is: 'applied',
      detail: 'Not taken back, because it was used: 150 of 250 coins.',
    });
    expect((await adapter.apply(makeRevocation(spent))).is).toBe('duplicate');
    expect(await readAccount(game)).toMatchObject({ coins: 0 });
    expect(await game.rows('select amount from coins_transactions where type = 2')).toEqual([
      { amount: 250 },
      { amount: 100 },
    ]);
  });

  test('takes back what was added, even if the mapping was changed meanwhile', async () => {
    const { game, adapter } = await open('canary');
    const delivery = grant({ itemId: 7002 });
    await adapter.apply(delivery);
    expect(await readAccount(game)).toMatchObject({ coins_transferable: 10, premdays: 2 });
    const changed = await openAdapter('canary', game, { items: { 7002: { coins: 9 } } });
    onTestFinished(changed.close);
    expect((await changed.apply(makeRevocation(delivery))).is).toBe('applied');
    expect(await readAccount(game)).toMatchObject({ coins: 0, coins_transferable: 0, premdays: 0 });
  });

  test('loses nothing when game and bridges add at the same time', async () => {
    const { game, adapter } = await open('canary');
    const other = await openAdapter('canary', game);
    onTestFinished(other.close);
    const deliveries = Array.from({ length: 10 }, () => grant());
    await Promise.all(
      [...deliveries, ...deliveries].map(async (delivery, index) =>
        (index % 2 === 0 ? adapter : other).apply(delivery),
      ),
    );
    expect(await readAccount(game)).toMatchObject({ coins: 2500 });
  });

  test('does not add what does not fit into the column', async () => {
    const { game, adapter } = await open('canary');
    await game.run('update accounts set coins = 4294967290 where id = 2');
    expect(await adapter.apply(grant())).toMatchObject({ is: 'rejected' });
    expect(await game.rows('select 1 from waygate_receipts')).toEqual([]);
  });
});

test.skipIf(isMariadbMissing())('nothing is delivered to tables without transactions', async () => {
  const { game, adapter } = await open('canary');
  await game.run(
    'set foreign_key_checks = 0; alter table coins_transactions drop foreign key coins_transactions_ibfk_1',
  );
  await game.run('alter table coins_transactions engine = MyISAM');
  expect(await adapter.apply(grant())).toMatchObject({
    is: 'later',
    problem: 'game_setup',
    why: expect.stringContaining('coins_transactions (MyISAM)'),
  });
  expect(await readAccount(game)).toMatchObject({ coins: 0 });
});

describe.skipIf(isMariadbMissing()).each<ServerName>(['canary', 'tfs'])('deliveries to %s', (server) => {
  test('adds premium time to what is left, and takes it back', async () => {
    const { game, adapter } = await open(server);
    const [first, second] = [club(), club()];
    for (const delivery of [first, second, first]) await adapter.apply(delivery);
    expect(await premiumDays(server, game)).toBeCloseTo(60, 2);
    expect(await adapter.apply(makeRevocation(first))).toMatchObject({ is: 'applied' });
    expect(await premiumDays(server, game)).toBeCloseTo(30, 2);
    await game.run(
      `update accounts set ${PREMIUM_COLUMN[server]} = unix_timestamp() + 86400 * 10 where id = 2`,
    );
    expect(await adapter.apply(makeRevocation(second))).toMatchObject({
      is: 'applied',
      detail: expect.stringContaining('20 of 30 premiumDays'),
    });
    expect(await premiumDays(server, game)).toBeLessThanOrEqual(0);
  });

  test('adds premium time only while nobody of the account is in the game', async () => {
    const { game, adapter } = await open(server);
    await game.run('insert into players_online values (3)');
    const delivery = club();
    expect(await adapter.apply(delivery)).toMatchObject({
      is: 'later',
      problem: 'character_online',
      why: expect.stringContaining('Eternal'),
    });
    await game.run('delete from players_online');
    expect((await adapter.apply(delivery)).is).toBe('applied');
  });

  test('waits for an account of the player', async () => {
    const { game, adapter } = await open(server);
    const delivery = grant({ accountDBID: 6 });
    expect(await adapter.apply(delivery)).toMatchObject({ is: 'later', problem: 'no_game_account' });
    await game.run(`insert into waygate_accounts values (6, 'portal', '1')`);
    expect((await adapter.apply(delivery)).is).toBe('applied');
  });

  test.each([
    [{ itemId: 1 }, /brings no items into .* Map item 1/],
    [{ kind: 'founder_package' as const, itemId: null }, /has no 'founder_package'/],
  ])('rejects %j and says how to map it', async (changes, why) => {
    const { game, adapter } = await open(server);
    expect(await adapter.apply(grant(changes))).toMatchObject({
      is: 'rejected',
      why: expect.stringMatching(why),
    });
    expect(await game.rows('select 1 from waygate_receipts')).toEqual([]);
  });

  test('never applies a grant whose revocation came first, nor under a key of something else', async () => {
    const { adapter } = await open(server);
    const delivery = grant();
    expect(await adapter.apply(makeRevocation(delivery))).toMatchObject({ is: 'applied', isBarred: true });
    expect((await adapter.apply(delivery)).is).toBe('duplicate');
    expect((await adapter.apply({ ...delivery, quantity: 2 })).is).toBe('rejected');
  });

  test('answers a missing right without losing the delivery', async () => {
    const { game } = await open(server);
    const user = `u_${game.name}`;
    await game.run(
      `create user '${user}'@'127.0.0.1'; grant select on ${game.name}.* to '${user}'@'127.0.0.1'`,
    );
    const reader = await openAdapter(server, { ...game, url: () => game.url(user) });
    onTestFinished(reader.close);
    expect(await reader.apply(grant())).toMatchObject({ is: 'later', problem: 'game_setup' });
    const errors = (await reader.check()).filter(({ level }) => level === 'error');
    expect(errors.map(({ remedy }) => remedy).join(' ')).toContain('GRANT SELECT, INSERT, UPDATE ON');
    await game.run(`drop user '${user}'@'127.0.0.1'`);
  });

  test('is content with the grants of the manual, and delivers with them', async () => {
    const game = await useGame(server);
    const database = { canary: '`otservbr-global`', tfs: 'forgottenserver' }[server];
    const user = await grantAsManual(server, game, { [database]: game.name });
    const adapter = await openAdapter(server, { ...game, url: () => game.url(user) });
    onTestFinished(adapter.close);
    expect((await adapter.check()).filter(({ level }) => level === 'error')).toEqual([]);
    const given = grant();
    for (const delivery of [given, makeRevocation(given)])
      expect((await adapter.apply(delivery)).is).toBe('applied');
    await game.run(`drop user '${user}'@'127.0.0.1'`);
  });

  test('reports characters with their vocations, without deleted ones', async () => {
    const { game, adapter } = await open(server, { vocations: { 10: 'Monk of Gloom' } });
    await game.run('insert into players_online values (2)');
    const characters = [];
    for await (const batch of adapter.characters?.() ?? []) characters.push(...batch);
    expect(characters).toEqual([
      { accountDBID: 5, characterId: '2', name: 'Bubble', level: 150, class: 'Elite Knight', online: true },
      { accountDBID: 5, characterId: '3', name: 'Eternal', level: 8, class: 'Monk of Gloom', online: false },
    ]);
    expect(await adapter.status()).toEqual({
      isOnline: true,
      playersOnline: 1,
      capacity: null,
      gameVersion: null,
    });
  });

  test('finds the faults of a game in its check', async () => {
    const { game, adapter } = await open(server);
    const messages = async (from = adapter) =>
      (await from.check()).filter(({ level }) => level === 'error').map(({ message }) => message);
    expect(await messages()).toEqual([]);
    const { banPlayerId: _, ...withoutPlayer } = OPTIONS[server];
    const other = await openAdapter(server, game, {
      ...withoutPlayer,
      banPlayerId: undefined,
      items: {},
      kinds: {},
    });
    onTestFinished(other.close);
    expect(await messages(other)).toEqual([expect.stringContaining('banPlayerId')]);
    const warnings = (await other.check()).filter(({ level }) => level === 'warning');
    expect(warnings.map(({ message }) => message).join(' ')).toContain('every delivery is rejected');
    await game.run('alter table accounts drop column email');
    expect(await messages()).toEqual(['The table `accounts` has no `email`.']);
    await game.run('drop table players_online');
    expect(await messages()).toHaveLength(2);
  });
});
