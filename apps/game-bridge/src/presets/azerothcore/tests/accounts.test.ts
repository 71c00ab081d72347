import { createHash } from 'node:crypto';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { describe, expect, test } from 'vitest';
import { makeVerifier } from '#presets/azerothcore/srp6.ts';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { openAdapter, startGame, type TestGame } from './open-adapter.ts';
import { canSignIn } from './srp6-sign-in.ts';

/** Of the login TEST and the password TEST, computed by two independent programs. */
const SALT = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const VERIFIER = 'a57079472ffeddf921a6477b3b340f3691625bb0f1313427f38742e6f128b614';

const CREATE: AccountCommand = {
  id: 1,
  kind: 'create',
  accountDBID: 5,
  login: 'test',
  newLogin: null,
  email: 'a@example.org',
  credential: { scheme: 'srp6', salt: SALT, verifier: VERIFIER },
  proof: null,
  lockedUntil: null,
  createdAt: '2026-11-20T00:00:00.000Z',
};
const identityOf = (login: string, password: string) =>
  createHash('sha1').update(`${login}:${password}`.toUpperCase()).digest('hex');
const claimOf = (login: string, password: string, accountDBID = 6): AccountCommand => ({
  ...CREATE,
  kind: 'claim',
  accountDBID,
  login,
  credential: null,
  proof: { scheme: 'srp6', proof: identityOf(login, password) },
});

type Stored = { id: number; username: string; salt: Buffer; verifier: Buffer; email: string };

async function findStored(game: TestGame, login: string): Promise<Stored> {
  const [row] = await game.auth.rows<Stored>(`select * from account where username = '${login}'`);
  if (!row) throw new Error(`There is no account ${login}.`);
  return row;
}

test('makes the verifier of the published example', () => {
  const identity = Buffer.from(identityOf('TEST', 'TEST'), 'hex');
  expect(makeVerifier(Buffer.from(SALT, 'hex'), identity).toString('hex')).toBe(VERIFIER);
});

describe.skipIf(isMariadbMissing())('accounts of AzerothCore', () => {
  test('lets a player sign in to the game, with the right password only', async () => {
    const game = await startGame();
    const { command } = await openAdapter(game);
    const created = await command?.(CREATE);
    const stored = await findStored(game, 'TEST');
    expect(created).toEqual({ is: 'done', login: 'TEST', gameAccountId: String(stored.id) });
    expect(stored.email).toBe('A@EXAMPLE.ORG');
    expect(canSignIn(stored, { login: 'test', password: 'test' })).toBe(true);
    expect(canSignIn(stored, { login: 'test', password: 'tesT' })).toBe(true);
    for (const password of ['test1', '', 'TES']) {
      expect(canSignIn(stored, { login: 'test', password })).toBe(false);
    }
    expect(canSignIn(stored, { login: 'tester', password: 'test' })).toBe(false);
    const realms = await game.auth.rows(`select realmid from realmcharacters where acctid = ${stored.id}`);
    expect(realms).toHaveLength(2);
    // A repetition changes nothing.
    expect(await command?.({ ...CREATE, email: null })).toEqual(created);
    expect(await game.auth.rows('select 1 from account')).toHaveLength(3);
  });

  test('does not take over an account of the same login', async () => {
    const game = await startGame();
    const { command } = await openAdapter(game);
    await command?.(CREATE);
    expect(await command?.({ ...CREATE, accountDBID: 6 })).toMatchObject({ is: 'taken' });
    expect(await command?.({ ...CREATE, accountDBID: 6, login: 'First' })).toMatchObject({ is: 'taken' });
  });

  test('makes one account of two portals that create it at once', async () => {
    const game = await startGame();
    const adapters = [await openAdapter(game), await openAdapter(game)];
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async (_, index) =>
        adapters[index % 2]?.command?.({ ...CREATE, accountDBID: 20 + (index % 4) }),
      ),
    );
    const winners = new Set(outcomes.flatMap((outcome, i) => (outcome?.is === 'done' ? [20 + (i % 4)] : [])));
    expect(winners.size).toBe(1);
    expect(outcomes.every((outcome) => outcome?.is === 'done' || outcome?.is === 'taken')).toBe(true);
    expect(await game.auth.rows(`select 1 from account where username = 'TEST'`)).toHaveLength(1);
  });

  test('sets a password, and ends the session of the former one', async () => {
    const game = await startGame();
    const { command } = await openAdapter(game);
    await command?.(CREATE);
    await game.auth.run(`update account set session_key = repeat('k', 40) where username = 'TEST'`);
    const salt = Buffer.alloc(32, 9);
    const verifier = makeVerifier(salt, Buffer.from(identityOf('TEST', 'other'), 'hex')).toString('hex');
    const credential = { scheme: 'srp6' as const, salt: salt.toString('hex'), verifier };
    const set: AccountCommand = { ...CREATE, kind: 'set_password', credential };
    expect(await command?.(set)).toMatchObject({ is: 'done' });
    const stored = await findStored(game, 'TEST');
    expect(canSignIn(stored, { login: 'test', password: 'Other' })).toBe(true);
    expect(canSignIn(stored, { login: 'test', password: 'test' })).toBe(false);
    expect(stored).toMatchObject({ session_key: null });
    expect(await command?.({ ...set, accountDBID: 99 })).toMatchObject({ is: 'missing' });
    expect(await command?.({ ...set, credential: { ...credential, salt: 'short' } })).toMatchObject({
      is: 'rejected',
    });
    expect(await command?.({ ...set, credential: { scheme: 'sha1', verifier } })).toMatchObject({
      is: 'rejected',
    });
  });

  test('gives an existing account to a player who knows its password', async () => {
    const game = await startGame();
    const { command } = await openAdapter(game);
    await game.auth.run(
      `insert into account (username, salt, verifier) values ('OLD', x'${SALT}', x'${VERIFIER}')`,
    );
    await game.auth.run(`update account set username = 'TEST' where username = 'OLD'`);
    expect(await command?.(claimOf('test', 'wrong'))).toMatchObject({ is: 'wrong_password' });
    expect(await command?.(claimOf('nobody', 'test'))).toMatchObject({ is: 'missing' });
    const proof = { scheme: 'srp6' as const, proof: 'x' };
    expect(await command?.({ ...claimOf('test', 'test'), proof })).toMatchObject({ is: 'wrong_password' });
    const claimed = await command?.(claimOf('test', 'TEST'));
    expect(claimed).toMatchObject({ is: 'done', login: 'TEST' });
    expect(await command?.(claimOf('test', 'TEST'))).toEqual(claimed);
    expect(await command?.(claimOf('test', 'TEST', 7))).toMatchObject({ is: 'taken' });
  });

  test('bans and unbans, and never lifts a ban of the game', async () => {
    const game = await startGame();
    const { command } = await openAdapter(game);
    await command?.(CREATE);
    const { id } = await findStored(game, 'TEST');
    const bans = () =>
      game.auth.rows(
        `select bannedby, unbandate = bandate as forGood, unbandate from account_banned
         where id = ${id} and active = 1 and (unbandate = bandate or unbandate > unix_timestamp())`,
      );
    const lock: AccountCommand = { ...CREATE, kind: 'lock' };
    const unlock: AccountCommand = { ...CREATE, kind: 'unlock' };
    for (let i = 0; i < 2; i += 1) expect(await command?.(lock)).toMatchObject({ is: 'done' });
    expect(await bans()).toMatchObject([{ bannedby: 'Waygate', forGood: 1 }]);
    const until = new Date(Math.ceil(Date.now() / 1000) * 1000 + 86_400_000);
    await command?.({ ...lock, lockedUntil: until.toISOString() });
    expect(await bans()).toMatchObject([{ forGood: 0, unbandate: until.getTime() / 1000 }]);
    await game.auth.run(`insert into account_banned values (${id}, 1, 1, 'Gamemaster', 'cheating', 1)`);
    for (let i = 0; i < 2; i += 1) expect(await command?.(unlock)).toMatchObject({ is: 'done' });
    expect(await bans()).toMatchObject([{ bannedby: 'Gamemaster' }]);
    await command?.({ ...lock, lockedUntil: '2020-01-01T00:00:00Z' });
    expect(await bans()).toHaveLength(1);
  });

  test('sends banned players out of the game', async () => {
    const game = await startGame();
    const { command } = await openAdapter(game);
    await command?.(CREATE);
    const { id } = await findStored(game, 'TEST');
    await game.characters.run(`update characters set account = ${id}, online = 1 where guid = 8`);
    const kicked: string[] = [];
    game.worldserver.onCommand = (text) => void kicked.push(text);
    await command?.({ ...CREATE, kind: 'lock' });
    expect(kicked).toEqual(['.kick 8']);
  });

  test('cannot rename an account, because its verifier contains the login', async () => {
    const game = await startGame();
    const { command, promises } = await openAdapter(game);
    await command?.(CREATE);
    expect(await command?.({ ...CREATE, kind: 'rename', newLogin: 'OTHER' })).toMatchObject({
      is: 'rejected',
    });
    expect(promises.accounts).toMatchObject({ canRename: false, isCaseSensitive: false });
  });

  test('reports the characters of its accounts with level and class, and the players online', async () => {
    const game = await startGame();
    const adapter = await openAdapter(game, { capacity: 500 });
    await game.auth.run(`insert into waygate_accounts values (5, 'FIRST', '1'), (9, 'GONE', '77')`);
    await game.characters.run('update characters set online = 1 where guid in (7, 9)');
    const batches = [];
    for await (const batch of adapter.characters?.() ?? []) batches.push(...batch);
    expect(batches).toEqual([
      { accountDBID: 5, characterId: '7', name: 'Thrall', level: 80, class: 'Shaman', online: true },
      { accountDBID: 5, characterId: '8', name: 'Jaina', level: 12, class: 'Mage', online: false },
    ]);
    const gameVersion = 'AzerothCore rev. 5d2b5a5e7c6f+';
    expect(await adapter.status()).toEqual({ isOnline: true, playersOnline: 2, capacity: 500, gameVersion });
    await game.worldserver.stop();
    expect(await adapter.status()).toMatchObject({ isOnline: false, playersOnline: 0, gameVersion: null });
  });
});
