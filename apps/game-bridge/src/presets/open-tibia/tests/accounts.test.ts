import { argon2Sync, createHash } from 'node:crypto';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isMariadbMissing } from '#test/mariadb-database.ts';
import { openAdapter, readAccount, type ServerName, useGame } from './game-tables.ts';

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex');
/** As Canary makes it with the defaults of config.lua, by OpenSSL. */
function argon2(password: string, salt: Buffer): Buffer {
  const cost = { parallelism: 2, memory: 65_536, passes: 2, tagLength: 32 };
  return argon2Sync('argon2id', { message: password, nonce: salt, ...cost });
}
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const SALT = Buffer.from('sixteen bytes :)');
const stored = (password: string) => `$${base64(SALT)}$${base64(argon2(password, SALT))}`;

/** The check of the games, written from their behaviour: argon2id first, then SHA-1. */
function canSignIn(password: string, inTable: string): boolean {
  const [, salt, hash] = /\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)/.exec(inTable) ?? [];
  if (salt && hash && base64(argon2(password, Buffer.from(salt, 'base64'))) === hash) return true;
  return sha1(password) === inTable;
}

const CREATE: AccountCommand = {
  id: 1,
  kind: 'create',
  accountDBID: 7,
  login: 'Newcomer',
  newLogin: null,
  email: 'new@example.org',
  credential: { scheme: 'sha1', verifier: sha1('Right1') },
  proof: null,
  lockedUntil: null,
  createdAt: '2026-11-20T00:00:00.000Z',
};
const LOCK: AccountCommand = { ...CREATE, accountDBID: 5, kind: 'lock', credential: null };

async function open(server: ServerName, options: Record<string, unknown> = {}) {
  const game = await useGame(server);
  const adapter = await openAdapter(server, game, options);
  onTestFinished(adapter.close);
  const run = async (command: AccountCommand) => {
    const outcome = await adapter.command?.(command);
    if (!outcome) throw new Error('The adapter manages no accounts.');
    return outcome;
  };
  return { game, adapter, run };
}

const claimOf = (login: string, password: string, changes: Partial<AccountCommand> = {}): AccountCommand => ({
  ...CREATE,
  kind: 'claim',
  login,
  credential: null,
  proof: { scheme: 'sha1', proof: sha1(password) },
  ...changes,
});

describe.skipIf(isMariadbMissing()).each<ServerName>(['canary', 'tfs'])('accounts of %s', (server) => {
  test('lets a player sign in with the right password only', async () => {
    const { game, run } = await open(server);
    const created = await run(CREATE);
    expect(created).toMatchObject({ is: 'done', login: 'Newcomer' });
    const account = await readAccount(game, 'gameAccountId' in created ? created.gameAccountId : 0);
    expect(account).toMatchObject({ name: 'Newcomer', email: 'new@example.org' });
    expect(canSignIn('Right1', String(account['password']))).toBe(true);
    for (const wrong of ['right1', 'Right', ''])
      expect(canSignIn(wrong, String(account['password']))).toBe(false);
    expect(await run(CREATE)).toEqual(created);
    const credential = { scheme: 'sha1' as const, verifier: sha1('Other2') };
    await run({ ...CREATE, kind: 'set_password', credential });
    const changed = await readAccount(game, 'gameAccountId' in created ? created.gameAccountId : 0);
    expect(canSignIn('Other2', String(changed['password']))).toBe(true);
    expect(canSignIn('Right1', String(changed['password']))).toBe(false);
  });

  test('takes neither a login nor an email address of somebody else', async () => {
    const { run } = await open(server);
    expect(await run({ ...CREATE, login: 'PLAYER' })).toMatchObject({ is: 'taken' });
    expect(await run({ ...CREATE, email: 'player@example.org' })).toMatchObject({
      is: 'taken',
      why: expect.stringContaining('email address'),
    });
    expect(await run({ ...CREATE, email: null })).toMatchObject({ is: 'done' });
    expect(await run({ ...CREATE, kind: 'rename', newLogin: 'player' })).toMatchObject({ is: 'taken' });
    expect(await run({ ...CREATE, kind: 'rename', newLogin: 'Other' })).toMatchObject({
      is: 'done',
      login: 'Other',
    });
    expect(await run({ ...CREATE, accountDBID: 99, kind: 'rename', newLogin: 'A' })).toMatchObject({
      is: 'missing',
    });
  });

  test('makes one account of parallel commands', async () => {
    const { game, run } = await open(server);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => run({ ...CREATE, accountDBID: 20 + (index % 4), email: null })),
    );
    const winners = new Set(outcomes.flatMap(({ is }, index) => (is === 'done' ? [index % 4] : [])));
    expect(winners.size).toBe(1);
    expect(await game.rows(`select 1 from accounts where name = 'Newcomer'`)).toHaveLength(1);
  });

  test('gives an existing account to a player who knows its password', async () => {
    const { game, run } = await open(server);
    await game.run('delete from waygate_accounts');
    expect(await run(claimOf('player', 'wrong'))).toMatchObject({ is: 'wrong_password' });
    expect(await run(claimOf('nobody', 'secret'))).toMatchObject({ is: 'missing' });
    expect(await run(claimOf('player', 'secret'))).toMatchObject({
      is: 'done',
      login: 'player',
      gameAccountId: '2',
    });
    expect(await run(claimOf('player@example.org', 'secret'))).toMatchObject({ is: 'done', login: 'player' });
    expect(await run(claimOf('player', 'secret', { accountDBID: 8 }))).toMatchObject({ is: 'taken' });
  });

  test('bans in the name of the configured player, and leaves bans of the game alone', async () => {
    const { game, run } = await open(server);
    const bans = () => game.rows('select reason, expires_at, banned_by from account_bans');
    for (let i = 0; i < 2; i += 1) expect(await run(LOCK)).toMatchObject({ is: 'done' });
    expect(await bans()).toEqual([{ reason: 'Banned in the portal', expires_at: 0, banned_by: 1 }]);
    await run({ ...LOCK, lockedUntil: '2030-01-01T00:00:00.000Z' });
    expect(await bans()).toMatchObject([{ expires_at: Date.UTC(2030) / 1000 }]);
    for (let i = 0; i < 2; i += 1)
      expect(await run({ ...LOCK, kind: 'unlock' })).toMatchObject({ is: 'done' });
    expect(await bans()).toEqual([]);
    await game.run(`insert into account_bans values (2, 'Botting', 1, 0, 2)`);
    expect(await run(LOCK)).toMatchObject({ is: 'done' });
    await run({ ...LOCK, kind: 'unlock' });
    expect(await bans()).toMatchObject([{ reason: 'Botting' }]);
    await game.run('update account_bans set expires_at = unix_timestamp() + 60');
    expect(await run(LOCK)).toMatchObject({ is: 'later' });
    await game.run('update account_bans set expires_at = 5');
    expect(await run(LOCK)).toMatchObject({ is: 'done' });
    expect(await bans()).toMatchObject([{ reason: 'Banned in the portal' }]);
  });

  test('says that it cannot ban without a player of its own', async () => {
    const { run } = await open(server, { banPlayerId: undefined });
    expect(await run(LOCK)).toMatchObject({ is: 'later', why: expect.stringContaining('banPlayerId') });
  });
});

const plain = (password: string) => ({ scheme: 'argon2id_raw' as const, proof: password });

describe.skipIf(isMariadbMissing())('argon2id passwords of Canary', () => {
  const credential = { scheme: 'argon2id_raw' as const, verifier: stored('Right1') };

  test('stores and proves them in the form that the game reads', async () => {
    const { game, adapter, run } = await open('canary', { passwordType: 'argon2' });
    expect(adapter.promises.accounts).toMatchObject({
      scheme: 'argon2id_raw',
      parameters: { memoryKib: 65_536, passes: 2, lanes: 2 },
    });
    const created = await run({ ...CREATE, credential });
    const account = await readAccount(game, 'gameAccountId' in created ? created.gameAccountId : 0);
    expect(canSignIn('Right1', String(account['password']))).toBe(true);
    expect(canSignIn('Wrong1', String(account['password']))).toBe(false);
    await game.run('delete from waygate_accounts');
    expect(await run(claimOf('Newcomer', '', { proof: plain('Wrong1') }))).toMatchObject({
      is: 'wrong_password',
    });
    expect(await run(claimOf('Newcomer', '', { proof: plain('Right1') }))).toMatchObject({ is: 'done' });
    // An account from before the game used argon2id.
    expect(await run(claimOf('player', '', { accountDBID: 8, proof: plain('secret') }))).toMatchObject({
      is: 'done',
    });
  });

  test('refuses forms that the game could not read', async () => {
    const { run } = await open('canary', { passwordType: 'argon2' });
    for (const verifier of ['$argon2id$v=19$m=65536,t=2,p=2$c2FsdA$aGFzaA', 'plain', '']) {
      expect(await run({ ...CREATE, credential: { ...credential, verifier } })).toMatchObject({
        is: 'rejected',
      });
    }
  });
});
