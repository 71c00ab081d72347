import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { GameAdapter, GameCharacter } from '#adapter.ts';
import { makeCommand } from '#test/deliveries.ts';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { type RagnarokTest, useRagnarok, VARIANTS } from '#test/ragnarok-game.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const plain = (verifier: string) => ({ scheme: 'plain' as const, verifier });
const proofOf = (proof: string) => ({ scheme: 'plain' as const, proof });
const create = makeCommand('create', { credential: plain('opensesame') });

const refused = (what: string) => ({
  is: 'rejected',
  why: expect.stringContaining(`${what} of at most 23`),
});

async function run(adapter: GameAdapter, ...commands: Parameters<typeof makeCommand>) {
  return adapter.command?.(makeCommand(...commands));
}

/** What the login server decides, as it reads the row. */
async function signIn(game: RagnarokTest, userid: string, password: string, scheme = 'plain') {
  const [row] = await game.database.rows<{ pass: string; state: number; ban: number }>(
    `select user_pass as pass, state, unban_time > unix_timestamp() as ban from login where userid = '${userid}'`,
  );
  if (!row) return 'unknown';
  if (row.pass !== (scheme === 'md5' ? md5(password) : password)) return 'wrong password';
  if (row.ban === 1) return 'banned';
  return row.state === 0 ? 'in' : 'blocked';
}

describe.skipIf(isMariadbMissing()).each(Object.entries(VARIANTS))('%s: an account', (_, variant) => {
  test('is made once, and its password fits', async () => {
    const game = await useRagnarok(variant);
    const made = await game.adapter.command?.(create);
    expect(made).toEqual({
      is: 'done',
      login: 'newcomer',
      gameAccountId: expect.stringMatching(/^2000\d\d\d$/),
    });
    expect(await game.adapter.command?.(create)).toEqual(made);
    expect(await signIn(game, 'newcomer', 'opensesame')).toBe('in');
    expect(await signIn(game, 'newcomer', 'wrong')).toBe('wrong password');
    await run(game.adapter, 'set_password', { credential: plain('changed') });
    expect(await signIn(game, 'newcomer', 'changed')).toBe('in');
    expect(
      await game.database.rows(`select sex, email, group_id from login where userid = 'newcomer'`),
    ).toEqual([{ sex: 'M', email: 'newcomer@example.com', group_id: 0 }]);
  });

  test('of a taken login is not made, by the same password neither', async () => {
    const { adapter, database } = await useRagnarok(variant);
    const taken = { is: 'taken', why: expect.stringContaining('Choose another login') };
    for (let time = 0; time < 2; time += 1) {
      expect(await run(adapter, 'create', { login: 'player5', credential: plain('secret5') })).toEqual(taken);
      expect(await run(adapter, 'create', { login: 'PLAYER5', credential: plain('secret5') })).toEqual(taken);
    }
    expect(await database.rows(`select * from waygate_accounts`)).toEqual([]);
    await adapter.command?.(create);
    const other = { accountDBID: 78, credential: plain('opensesame') };
    expect(await run(adapter, 'create', other)).toEqual(taken);
  });

  test('is made once by callers at the same time', async () => {
    const { adapter, database, restart } = await useRagnarok(variant);
    const bridges = [adapter, await restart(), await restart()];
    const outcomes = await Promise.all(
      bridges.map(async (bridge, place) => {
        const credential = plain(`password${place}`);
        return (await bridge.command?.({ ...create, accountDBID: 77 + place, credential }))?.is ?? '';
      }),
    );
    expect(outcomes.toSorted()).toEqual(['done', 'taken', 'taken']);
    expect(await database.rows(`select 1 from login where userid = 'newcomer'`)).toHaveLength(1);
  });

  test.each([
    ['before it was inserted', `delete from login where userid = 'newcomer'`],
    ['before its id was recorded', 'select 1'],
  ])('is finished after a bridge died %s', async (_when, statement) => {
    const { adapter, database } = await useRagnarok(variant);
    await adapter.command?.(create);
    await database.run(`update waygate_accounts set game_account_id = 'none of 77'; ${statement}`);
    expect(await adapter.command?.(create)).toMatchObject({ is: 'done', login: 'newcomer' });
    expect(await database.rows(`select 1 from login where userid = 'newcomer'`)).toHaveLength(1);
  });

  test('that a bridge has half made is known after the player has chosen another password', async () => {
    const { adapter, database } = await useRagnarok(variant);
    await database.run(`create trigger crash before update on waygate_accounts for each row
      if new.game_account_id regexp '^[0-9]+$' then signal sqlstate '45000' set message_text = 'crashed'; end if`);
    await expect(adapter.command?.(create)).rejects.toThrow('crashed');
    await database.run('drop trigger crash');
    expect(await database.rows(`select 1 from login where userid = 'newcomer'`)).toHaveLength(1);
    const credential = plain('another one');
    expect(await run(adapter, 'create', { ...create, credential })).toMatchObject({ is: 'done' });
    expect(await run(adapter, 'set_password', { credential })).toMatchObject({ is: 'done' });
    expect(await database.rows(`select user_pass from login where userid = 'newcomer'`)).toEqual([
      { user_pass: 'another one' },
    ]);
  });

  test('that somebody else made in the game meanwhile stays theirs', async () => {
    const { adapter, database } = await useRagnarok(variant);
    await database.run(`create trigger crash before update on waygate_accounts for each row
      if new.game_account_id regexp '^[0-9]+$' then signal sqlstate '45000' set message_text = 'crashed'; end if`);
    await expect(adapter.command?.(create)).rejects.toThrow('crashed');
    await database.run(
      `drop trigger crash; update login set user_pass = 'of a stranger' where userid = 'newcomer'`,
    );
    const credential = plain('another one');
    expect(await run(adapter, 'create', { ...create, credential })).toMatchObject({ is: 'taken' });
  });

  test('is made again after the game was wiped', async () => {
    const { adapter, database } = await useRagnarok(variant);
    await adapter.command?.(create);
    await database.run('delete from login');
    expect(await adapter.command?.(create)).toMatchObject({ is: 'done' });
  });

  test('is claimed with its password, once', async () => {
    const { adapter } = await useRagnarok(variant);
    const claim = (accountDBID: number, login: string, proof: string) =>
      run(adapter, 'claim', { accountDBID, login, proof: proofOf(proof) });
    expect(await claim(77, 'player5', 'secret6')).toMatchObject({ is: 'wrong_password' });
    expect(await claim(77, 'nobody', 'secret5')).toMatchObject({ is: 'missing' });
    expect(await claim(77, 's1', 'p1')).toMatchObject({ is: 'missing' });
    expect(await claim(77, 'Player5', 'secret5')).toEqual({
      is: 'done',
      login: 'player5',
      gameAccountId: '2000005',
    });
    expect(await claim(78, 'player5', 'secret5')).toMatchObject({ is: 'taken' });
    const characters: GameCharacter[] = [];
    for await (const batch of adapter.characters?.() ?? []) characters.push(...batch);
    expect(characters).toEqual([
      { accountDBID: 77, characterId: '150005', name: 'Aria', level: 99, class: 'Knight', online: true },
    ]);
    expect(await adapter.status()).toMatchObject({ isOnline: true, playersOnline: 1 });
  });

  test('is locked and unlocked, and a lock of the staff of the game stays', async () => {
    const game = await useRagnarok(variant);
    const { adapter, database } = game;
    await adapter.command?.(create);
    const lock = (lockedUntil: string | null) => run(adapter, 'lock', { lockedUntil });
    const state = () => signIn(game, 'newcomer', 'opensesame');
    for (let time = 0; time < 2; time += 1) await lock(null);
    expect(await state()).toBe('blocked');
    for (let time = 0; time < 2; time += 1) await run(adapter, 'unlock');
    expect(await state()).toBe('in');
    await lock('2037-01-01T00:00:00.000Z');
    expect(await state()).toBe('banned');
    await lock('2036-01-01T00:00:00.000Z');
    expect(await database.rows(`select unban_time as at from login where userid = 'newcomer'`)).toEqual([
      { at: Date.UTC(2036, 0) / 1000 },
    ]);
    await lock(null);
    expect(await state()).toBe('blocked');
    await lock('2036-01-01T00:00:00.000Z');
    await run(adapter, 'unlock');
    expect(await state()).toBe('in');
    await database.run(`update login set state = 7, unban_time = 4000000000 where userid = 'newcomer'`);
    await lock(null);
    await lock('2050-01-01T00:00:00.000Z');
    await run(adapter, 'unlock');
    expect(
      await database.rows(`select state, unban_time as at from login where userid = 'newcomer'`),
    ).toEqual([{ state: 7, at: 4_000_000_000 }]);
  });

  test('is renamed, unless the login is taken', async () => {
    const game = await useRagnarok(variant);
    await game.adapter.command?.(create);
    expect(await run(game.adapter, 'rename', { newLogin: 'player5' })).toMatchObject({ is: 'taken' });
    const renamed = await run(game.adapter, 'rename', { newLogin: 'oldhand' });
    expect(renamed).toMatchObject({ is: 'done', login: 'oldhand' });
    expect(await run(game.adapter, 'rename', { newLogin: 'oldhand' })).toEqual(renamed);
    expect(await signIn(game, 'oldhand', 'opensesame')).toBe('in');
  });

  test.each(['set_password', 'rename', 'lock', 'unlock'] as const)('must be known to %s', async (kind) => {
    const { adapter, database } = await useRagnarok(variant);
    const command = { login: 'player5', newLogin: 'x', credential: plain('mine') };
    expect(await run(adapter, kind, command)).toMatchObject({ is: 'missing' });
    expect(
      await database.rows(`select user_pass as pass, state from login where userid = 'player5'`),
    ).toEqual([{ pass: 'secret5', state: 0 }]);
  });

  test('is refused with a login or a password that is too long', async () => {
    const { adapter, database } = await useRagnarok(variant);
    const long = 'x'.repeat(24);
    expect(await run(adapter, 'create', { login: long, credential: plain('fits') })).toEqual(
      refused('logins'),
    );
    expect(await run(adapter, 'create', { credential: plain(long) })).toEqual(refused('passwords'));
    await adapter.command?.(create);
    expect(await run(adapter, 'rename', { newLogin: long })).toEqual(refused('logins'));
    expect(await run(adapter, 'set_password', { credential: plain(long) })).toEqual(refused('passwords'));
    expect(await database.rows(`select user_pass as pass from login where userid = 'newcomer'`)).toEqual([
      { pass: 'opensesame' },
    ]);
  });

  test('may have its password as MD5', async () => {
    const game = await useRagnarok(variant, { passwords: 'md5' });
    const verifier = md5('opensesame');
    await run(game.adapter, 'create', { credential: { scheme: 'md5', verifier } });
    expect(await signIn(game, 'newcomer', 'opensesame', 'md5')).toBe('in');
    await game.database.run(`update login set user_pass = upper(md5('secret5')) where userid = 'player5'`);
    const claim = {
      accountDBID: 78,
      login: 'player5',
      proof: { scheme: 'md5' as const, proof: md5('secret5') },
    };
    expect(await run(game.adapter, 'claim', claim)).toMatchObject({ is: 'done' });
  });
});
