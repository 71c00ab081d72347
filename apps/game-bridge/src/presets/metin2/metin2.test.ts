import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { GameAdapter, GameCharacter } from '#adapter.ts';
import { databaseFault } from '#database/database-errors.ts';
import { makeCommand, makeGrant as makeAnyGrant, makeRevocation } from '#test/deliveries.ts';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { useMetin2 } from '#test/metin2-game.ts';

const makeGrant = (changes: Parameters<typeof makeAnyGrant>[0] = {}) =>
  makeAnyGrant({ gameAccountId: '5', characterId: null, characterName: null, ...changes });

/** What MySQL's PASSWORD() makes of it. */
function hashPassword(password: string): string {
  const once = createHash('sha1').update(password).digest();
  return `*${createHash('sha1').update(once).digest('hex').toUpperCase()}`;
}
const credential = (password: string) => ({
  scheme: 'mysql_password' as const,
  verifier: hashPassword(password),
});

async function run(adapter: GameAdapter, ...commands: Parameters<typeof makeCommand>) {
  return adapter.command?.(makeCommand(...commands));
}

describe.skipIf(isMariadbMissing()).each(['MyISAM', 'InnoDB'] as const)('metin2 on %s', (engine) => {
  test('puts an item into the item shop once, also for bridges at the same time', async () => {
    const { adapter, restart, itemShop, player } = await useMetin2(engine);
    const [grant, other] = [makeGrant(), await restart()];
    const results = await Promise.all([adapter, other, adapter, other].map((each) => each.apply(grant)));
    expect(results.map(({ is }) => is).toSorted()).toEqual([
      'applied',
      'duplicate',
      'duplicate',
      'duplicate',
    ]);
    expect(await itemShop()).toEqual(['3x501']);
    const [row] = await player.rows<{ why: string; ago: number }>(
      'select why, abs(timestampdiff(second, given_time, now())) < 60 as ago from item_award',
    );
    expect(row).toEqual({ why: 'portal', ago: 1 });
  });

  test('splits into stacks that the game keeps', async () => {
    const { adapter, itemShop } = await useMetin2(engine, { unstackable: [19] });
    await adapter.apply(makeGrant({ quantity: 450 }));
    await adapter.apply(makeGrant({ itemId: 19, quantity: 2 }));
    expect(await itemShop()).toEqual(['200x501', '200x501', '50x501', '1x19', '1x19']);
    expect(await adapter.apply(makeGrant({ itemId: 19, quantity: 101 }))).toMatchObject({ is: 'rejected' });
  });

  test.each(['grant begun', 'grant written', 'grant given'])(
    'gives once when it dies after: %s',
    async (step) => {
      const { restart, itemShop, player } = await useMetin2(engine);
      const grant = makeGrant({ quantity: 450 });
      const dying = await restart((current) => {
        if (current === step) throw new Error(`died after: ${step}`);
      });
      await expect(dying.apply(grant)).rejects.toThrow(step);
      const adapter = await restart();
      await adapter.recover();
      const { is } = await adapter.apply(grant);
      expect(is).toBe(step === 'grant begun' ? 'applied' : 'duplicate');
      expect(await adapter.apply(grant)).toMatchObject({ is: 'duplicate' });
      expect(await itemShop()).toEqual(['200x501', '200x501', '50x501']);
      expect(await player.rows(`select state from waygate_receipts`)).toEqual([{ state: 'given' }]);
    },
  );

  test('finishes what was half-made for the account that it began for, in whatever stacks', async () => {
    const { restart, account, player } = await useMetin2(engine);
    await account.run(`insert into account (id, login, password) values (6, 'Player6', '')`);
    const grant = makeGrant({ quantity: 450 });
    const dying = await restart((current) => {
      if (current === 'grant written') throw new Error('died');
    });
    await expect(dying.apply(grant)).rejects.toThrow('died');
    await player.run(`delete from item_award where count = 50`);
    const adapter = await restart();
    // The player has claimed another account of the game since.
    expect(await adapter.apply({ ...grant, gameAccountId: '6' })).toMatchObject({ is: 'applied' });
    const rows = () => player.rows('select login, count from item_award order by id');
    const expected = [200, 200, 50].map((count) => ({ login: 'Player5', count }));
    expect(await rows()).toEqual(expected);
    await player.run(`update waygate_receipts set state = 'begun'`);
    const { adapter: other } = { adapter: await restart() };
    expect(await other.apply({ ...grant, gameAccountId: '404' })).toMatchObject({ is: 'applied' });
    expect(await rows()).toEqual(expected);
  });

  test('writes no number that the table would cut', async () => {
    const { adapter, player } = await useMetin2(engine);
    await player.run(
      'alter table item_award modify count tinyint unsigned not null, modify vnum int not null',
    );
    const wide = await adapter.apply(makeGrant({ itemId: 2_147_483_648 })).catch((error: unknown) => error);
    expect(databaseFault(wide)).toBe('out_of_range');
    expect(await player.rows('select id from item_award')).toEqual([]);
  });

  test('completes rows of which a killed database server wrote a part', async () => {
    const { restart, itemShop, player } = await useMetin2(engine);
    const grant = makeGrant({ quantity: 450 });
    const dying = await restart((step) => {
      if (step === 'grant written') throw new Error('died');
    });
    await expect(dying.apply(grant)).rejects.toThrow('died');
    await player.run(`delete from item_award where count = 50`);
    const adapter = await restart();
    await adapter.recover();
    expect(await adapter.apply(makeRevocation(grant))).toMatchObject({ is: 'rejected' });
    expect(await adapter.apply(grant)).toMatchObject({ is: 'applied' });
    expect(await itemShop()).toEqual(['200x501', '200x501', '50x501']);
  });

  test.each(['restarted', 'revoked'])(
    'knows whole rows as given that never come again, when %s',
    async (what) => {
      const kinds = { benefit: { itemId: 501, quantity: 2 } };
      const { restart, itemShop, player } = await useMetin2(engine, { kinds });
      const grant = makeGrant({ kind: 'benefit', itemId: null, quantity: 3 });
      const dying = await restart((step) => {
        if (step === 'grant written') throw new Error('died');
      });
      await expect(dying.apply(grant)).rejects.toThrow('died');
      const states = () => player.rows('select state from waygate_receipts');
      expect(await states()).toEqual([{ state: 'begun' }]);
      const adapter = await restart();
      if (what === 'restarted') await adapter.recover();
      const revoked = what === 'revoked' ? await adapter.apply(makeRevocation(grant)) : undefined;
      expect(revoked?.is).toBe(what === 'revoked' ? 'rejected' : undefined);
      expect(await states()).toEqual([{ state: 'given' }]);
      expect(await adapter.apply(grant)).toMatchObject({ is: 'duplicate' });
      expect(await itemShop()).toEqual(['6x501']);
    },
  );

  test('gives nothing again after its rows were taken and purged', async () => {
    const { adapter, itemShop, player } = await useMetin2(engine);
    const grant = makeGrant();
    await adapter.apply(grant);
    await player.run('delete from item_award');
    expect(await adapter.apply(grant)).toMatchObject({ is: 'duplicate' });
    expect(await itemShop()).toEqual([]);
  });

  test('does not take back what the game has in memory, and bars what it has not', async () => {
    const { adapter, itemShop } = await useMetin2(engine);
    const [given, barred] = [makeGrant(), makeGrant()];
    await adapter.apply(given);
    const why = expect.stringContaining('by hand in the game');
    expect(await adapter.apply(makeRevocation(given))).toEqual({ is: 'rejected', why });
    const revocation = makeRevocation(barred);
    expect(await adapter.apply(revocation)).toMatchObject({ is: 'applied', isBarred: true });
    expect(await adapter.apply(revocation)).toMatchObject({ is: 'duplicate' });
    expect(await adapter.apply(barred)).toMatchObject({ is: 'duplicate' });
    expect(await itemShop()).toEqual(['3x501']);
  });

  test('bars a grant whose revocation died before its own receipt', async () => {
    const { restart } = await useMetin2(engine);
    const dying = await restart((step) => {
      throw new Error(step);
    });
    const grant = makeGrant();
    await expect(dying.apply(makeRevocation(grant))).rejects.toThrow('revocation barred');
    const adapter = await restart();
    await adapter.recover();
    expect(await adapter.apply(grant)).toMatchObject({ is: 'duplicate' });
    expect(await adapter.apply(makeRevocation(grant))).toMatchObject({ is: 'duplicate' });
  });

  test('refuses a key that is of something else', async () => {
    const { adapter, itemShop, player } = await useMetin2(engine);
    const grant = makeGrant();
    await adapter.apply(grant);
    for (const changes of [{ accountDBID: 6 }, { itemId: 9 }, { quantity: 50 }]) {
      const receipt = { accountDBID: 5, kind: 'item', itemId: 501, quantity: 3 };
      expect(await adapter.apply({ ...grant, ...changes })).toMatchObject({ is: 'rejected', receipt });
      expect(await adapter.apply(makeRevocation({ ...grant, ...changes }))).toMatchObject({ receipt });
    }
    await player.run('delete from waygate_receipts');
    const other = await adapter.apply({ ...grant, itemId: 9 });
    expect(other).toEqual({ is: 'rejected', why: expect.stringContaining('of something else') });
    expect(await itemShop()).toEqual(['3x501']);
  });

  test('reports what was taken', async () => {
    const { adapter, player, restart } = await useMetin2(engine);
    const [taken, half] = [makeGrant({ quantity: 450 }), makeGrant({ quantity: 450 })];
    await adapter.apply(taken);
    await adapter.apply(half);
    expect(await adapter.collected?.()).toEqual([]);
    await player.run(
      `update item_award set taken_time = now() where waygate_key like '${taken.idempotencyKey}%' or count = 50`,
    );
    const collected = [{ idempotencyKey: taken.idempotencyKey, collectedAt: expect.any(Date) }];
    const reported = await adapter.collected?.();
    expect(reported).toEqual(collected);
    expect(Math.abs(Number(reported?.[0]?.collectedAt) - Date.now())).toBeLessThan(60_000);
    expect(await adapter.collected?.()).toEqual([]);
    expect(await (await restart()).collected?.()).toEqual(collected);
  });

  test('says what is wrong with a delivery', async () => {
    const { adapter, player, account, itemShop } = await useMetin2(engine);
    expect(await adapter.apply(makeGrant({ gameAccountId: '6' }))).toMatchObject({
      problem: 'no_game_account',
    });
    expect(await adapter.apply(makeGrant({ gameAccountId: null, accountDBID: 9 }))).toMatchObject({
      is: 'later',
    });
    expect(await adapter.apply(makeGrant({ kind: 'club_days', itemId: null }))).toMatchObject({
      is: 'rejected',
    });
    expect(await adapter.apply(makeGrant({ availableUntil: '2030-01-01T00:00:00Z' }))).toMatchObject({
      is: 'rejected',
    });
    await player.run(`create table item_proto (vnum int unsigned not null, type tinyint not null);
      insert into item_proto values (19, 1), (501, 3)`);
    expect(await adapter.apply(makeGrant({ itemId: 20 }))).toMatchObject({ problem: 'unknown_item' });
    await adapter.apply(makeGrant({ itemId: 19, quantity: 2 }));
    expect(await itemShop()).toEqual(['1x19', '1x19']);
    await account.run(`update account set login = 'ALoginOfManyLetters'`);
    expect(await adapter.apply(makeGrant())).toMatchObject({
      is: 'later',
      problem: 'game_setup',
      why: expect.stringContaining('ALTER TABLE item_award MODIFY login'),
    });
    expect(await player.rows('select * from item_award')).toHaveLength(2);
  });

  test('makes, claims, locks and never renames accounts', async () => {
    const { adapter, account } = await useMetin2(engine);
    const create = makeCommand('create', { credential: credential('opensesame') });
    expect(await adapter.command?.(create)).toEqual({ is: 'done', login: 'newcomer', gameAccountId: '100' });
    expect(await adapter.command?.(create)).toMatchObject({ is: 'done', gameAccountId: '100' });
    const signIn = async (login: string, password: string) => {
      const [row] = await account.rows<{ fits: number; status: string; later: number }>(
        `select password = password('${password}') as fits, status, availDt > now() as later from account where login = '${login}'`,
      );
      return `${row?.fits} ${row?.status} ${row?.later}`;
    };
    expect(await signIn('newcomer', 'opensesame')).toBe('1 OK 0');
    expect(await signIn('newcomer', 'wrong')).toBe('0 OK 0');
    await run(adapter, 'set_password', { credential: credential('changed') });
    expect(await signIn('newcomer', 'changed')).toBe('1 OK 0');
    await run(adapter, 'lock');
    expect(await signIn('newcomer', 'changed')).toBe('1 BLOCK 0');
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await run(adapter, 'lock', { lockedUntil: until });
    expect(await signIn('newcomer', 'changed')).toBe('1 OK 1');
    const [ban] = await account.rows<{ minutes: number }>(
      `select timestampdiff(minute, now(), availDt) as minutes from account where login = 'newcomer'`,
    );
    expect(ban?.minutes).toBeGreaterThan(57);
    expect(ban?.minutes).toBeLessThan(61);
    await run(adapter, 'unlock');
    expect(await signIn('newcomer', 'changed')).toBe('1 OK 0');
    expect(await run(adapter, 'lock', { lockedUntil: '9999-12-31T00:00:00.000Z' })).toMatchObject({
      is: 'done',
    });
    expect(await signIn('newcomer', 'changed')).toBe('1 BLOCK 0');
    await run(adapter, 'unlock');
    expect(await signIn('newcomer', 'changed')).toBe('1 OK 0');
    expect(await run(adapter, 'rename', { newLogin: 'other' })).toMatchObject({ is: 'rejected' });

    const claim = (proof: string) =>
      run(adapter, 'claim', { accountDBID: 5, login: 'player5', proof: { scheme: 'mysql_password', proof } });
    expect(await claim(hashPassword('secret6'))).toMatchObject({ is: 'wrong_password' });
    expect(await claim(hashPassword('secret5'))).toEqual({
      is: 'done',
      login: 'Player5',
      gameAccountId: '5',
    });
    const characters: GameCharacter[] = [];
    for await (const batch of adapter.characters?.() ?? []) characters.push(...batch);
    expect(characters).toEqual([
      { accountDBID: 5, characterId: '31', name: 'Yulan', level: 75, class: 'Shaman', online: true },
      { accountDBID: 5, characterId: '32', name: 'Old', level: 1, class: 'Warrior', online: false },
    ]);
    expect(await adapter.status()).toMatchObject({ playersOnline: 1, isOnline: true });
    expect(await adapter.apply(makeGrant({ gameAccountId: null }))).toMatchObject({ is: 'applied' });
  });

  test('adds its column to the table of the game only where that is allowed', async () => {
    const strict = await useMetin2(engine, { allowAlter: false });
    const finding = (await strict.adapter.check()).find(({ level }) => level === 'error');
    expect(finding).toEqual({
      level: 'error',
      message: expect.stringContaining('no unique key `waygate_key`'),
      remedy: expect.stringContaining('ALTER TABLE item_award ADD COLUMN waygate_key'),
    });
    expect(await strict.adapter.apply(makeGrant())).toMatchObject({ is: 'later', problem: 'game_setup' });
    const allowed = await useMetin2(engine);
    expect((await allowed.adapter.check()).filter(({ level }) => level === 'error')).toEqual([]);
    await allowed.player.run('alter table item_award drop column taken_time');
    const errors = (await allowed.adapter.check()).filter(({ level }) => level === 'error');
    expect(errors.map(({ message }) => message)).toEqual(['The table `item_award` has no `taken_time`.']);
  });
});
