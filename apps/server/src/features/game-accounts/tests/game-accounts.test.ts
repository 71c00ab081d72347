import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
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
  RULES,
  TestGame,
  useGameAccountPortal,
  workOnCommands,
} from '#test/game-accounts.ts';
import { MESSAGES } from '#features/game-accounts/messages.ts';

const portal = await useGameAccountPortal();
const { db } = portal.parts;

const player = () => createSignedInPlayer(portal);
const WISH = { login: 'Hero_1', password: 'Sword-42' };

async function createActive(game = new TestGame(), wish = WISH) {
  const owner = await player();
  await putGameAccount(portal, owner, wish);
  await workOnCommands(portal, game);
  return { owner, game };
}

describe('the list', () => {
  test('is empty while no server manages accounts', async () => {
    await reportRules(db, null);
    const response = await portal.call('GET', '/user/game-accounts', { token: (await player()).token });
    expect(response.json()).toEqual({ gameAccounts: [] });
  });

  test('has what the game asks for', async () => {
    expect(await readGameAccount(portal, await player())).toEqual({
      serverId: 1,
      serverName: 'Game server',
      login: null,
      state: 'none',
      policy: 'own_password',
      isLocked: false,
      rules: RULES,
    });
  });

  test.each(['bcrypt', 'argon2id_raw'] as const)('suggests the same password for %s', async (scheme) => {
    const owner = await player();
    await reportRules(db, { scheme });
    expect((await readGameAccount(portal, owner))?.policy).toBe('same_password');
  });
});

describe('a game password', () => {
  test('creates the account, and the player gets in', async () => {
    const owner = await player();
    const game = new TestGame();
    const response = await putGameAccount(portal, owner, WISH);
    expect(response.json()).toMatchObject({ state: 'pending', login: 'Hero_1' });
    const [command] = await leaseCommands(portal);
    expect(command).toMatchObject({
      kind: 'create',
      accountDBID: owner.id,
      login: 'Hero_1',
      newLogin: null,
      email: owner.email,
      proof: null,
      credential: { scheme: 'sha1' },
    });
    if (!command) throw new Error('Nothing was leased.');
    expect(await answerCommands(portal, [game.apply(command)])).toEqual(['settled']);
    expect(await answerCommands(portal, [game.apply(command)])).toEqual(['unchanged']);
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'active', login: 'Hero_1' });
    expect(await game.accepts('Hero_1', 'Sword-42')).toBe(true);
    expect(await game.accepts('Hero_1', 'sword-42')).toBe(false);
  });

  test('set again changes it', async () => {
    const { owner, game } = await createActive();
    const response = await putGameAccount(portal, owner, { ...WISH, login: 'hero_1', password: 'Shield-7' });
    expect(response.json()).toMatchObject({ state: 'pending', login: 'Hero_1' });
    await workOnCommands(portal, game);
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'active' });
    expect([await game.accepts('Hero_1', 'Shield-7'), await game.accepts('Hero_1', 'Sword-42')]).toEqual([
      true,
      false,
    ]);
  });

  test('with another login renames the account', async () => {
    const { owner, game } = await createActive();
    await putGameAccount(portal, owner, { login: 'Heroine', password: 'Shield-7' });
    await workOnCommands(portal, game);
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'active', login: 'Heroine' });
    expect(await game.accepts('Heroine', 'Shield-7')).toBe(true);
    expect(game.accounts.size).toBe(1);
  });

  test('with another login is refused where the game cannot rename', async () => {
    const { owner } = await createActive();
    await reportRules(db, { canRename: false });
    const response = await putGameAccount(portal, owner, { ...WISH, login: 'Heroine' });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ login: "This game can't change logins. Yours is Hero_1." });
  });

  test('with a login that the game has says so, and keeps the account', async () => {
    const { owner, game } = await createActive();
    game.accounts.set('Heroine', {
      owner: undefined,
      credential: { scheme: 'sha1', verifier: 'x' },
      isLocked: false,
    });
    await putGameAccount(portal, owner, { login: 'Heroine', password: 'Shield-7' });
    await workOnCommands(portal, game);
    expect(await readGameAccount(portal, owner)).toMatchObject({
      state: 'active',
      login: 'Hero_1',
      message: MESSAGES.renameTaken,
    });
    // A verifier may depend on the login, so the new password went with it.
    expect(await game.accepts('Hero_1', 'Sword-42')).toBe(true);
  });

  test('for a login of somebody else is taken, here and in the game', async () => {
    const { game } = await createActive();
    const second = await player();
    expect((await putGameAccount(portal, second, { ...WISH, login: 'HERO_1' })).json()).toMatchObject({
      state: 'taken',
      message: MESSAGES.taken,
    });
    game.accounts.set('Veteran', {
      owner: undefined,
      credential: { scheme: 'sha1', verifier: 'x' },
      isLocked: false,
    });
    await putGameAccount(portal, second, { ...WISH, login: 'Veteran' });
    await workOnCommands(portal, game);
    expect(await readGameAccount(portal, second)).toMatchObject({ state: 'taken', message: MESSAGES.taken });
    await putGameAccount(portal, second, { ...WISH, login: 'Second' });
    await workOnCommands(portal, game);
    expect(await readGameAccount(portal, second)).toMatchObject({ state: 'active', login: 'Second' });
  });

  test('chosen again before the game answers wins', async () => {
    const owner = await player();
    await putGameAccount(portal, owner, WISH);
    await putGameAccount(portal, owner, { ...WISH, password: 'Shield-7' });
    const commands = await leaseCommands(portal);
    expect(commands).toHaveLength(1);
    const game = new TestGame();
    await answerCommands(
      portal,
      commands.map((command) => game.apply(command)),
    );
    expect(await game.accepts('Hero_1', 'Shield-7')).toBe(true);
  });

  test('chosen again while the game creates the account reaches the game, too', async () => {
    const owner = await player();
    const game = new TestGame();
    await putGameAccount(portal, owner, WISH);
    const [first] = await leaseCommands(portal);
    await putGameAccount(portal, owner, { ...WISH, password: 'Shield-7' });
    // The bridge has the first one: nothing overtakes it.
    expect(await leaseCommands(portal)).toEqual([]);
    if (!first) throw new Error('Nothing was leased.');
    expect(await answerCommands(portal, [game.apply(first)])).toEqual(['unchanged']);
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'pending' });
    await workOnCommands(portal, game);
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'active' });
    expect(await game.accepts('Hero_1', 'Shield-7')).toBe(true);
  });

  test('with another login while the game creates the account ends with the login that the game has', async () => {
    const owner = await player();
    await putGameAccount(portal, owner, WISH);
    const [first] = await leaseCommands(portal);
    await putGameAccount(portal, owner, { login: 'Other', password: 'Shield-7' });
    await answerCommands(portal, [{ id: first?.id ?? 0, result: 'done', login: 'Hero_1' }]);
    const [second] = await leaseCommands(portal);
    expect(second).toMatchObject({ kind: 'create', login: 'Other' });
    // As the presets answer: one account of the game for each of the portal's.
    await answerCommands(portal, [{ id: second?.id ?? 0, result: 'done', login: 'Hero_1' }]);
    expect(await leaseCommands(portal)).toEqual([]);
    expect(await readGameAccount(portal, owner)).toMatchObject({
      state: 'active',
      login: 'Hero_1',
      message: expect.stringContaining('as Hero_1'),
    });
  });

  test('that a game reports under the login of somebody else changes nobody’s login', async () => {
    await createActive();
    const owner = await player();
    await putGameAccount(portal, owner, { ...WISH, login: 'Second' });
    const [command] = await leaseCommands(portal);
    expect(await answerCommands(portal, [{ id: command?.id ?? 0, result: 'done', login: 'Hero_1' }])).toEqual(
      ['settled'],
    );
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'active', login: 'Second' });
  });

  test('is followed after a bridge was killed between lease and acknowledgement', async () => {
    const owner = await player();
    const game = new TestGame();
    await putGameAccount(portal, owner, WISH);
    const [lost] = await leaseCommands(portal);
    if (lost) game.apply(lost);
    expect(await leaseCommands(portal)).toEqual([]);
    await makeCommandsDue(db);
    await workOnCommands(portal, game);
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'active' });
    expect(await game.accepts('Hero_1', 'Sword-42')).toBe(true);
  });

  test('is tried 12 times, then fails with a sentence and without its credential', async () => {
    const owner = await player();
    await putGameAccount(portal, owner, WISH);
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await makeCommandsDue(db);
      const [command] = await leaseCommands(portal);
      const answer = await answerCommands(portal, [
        { id: command?.id ?? 0, result: 'retry', detail: 'busy' },
      ]);
      expect(answer).toEqual([attempt === 12 ? 'settled' : 'rescheduled']);
    }
    expect(await readGameAccount(portal, owner)).toMatchObject({
      state: 'failed',
      message: MESSAGES.exhausted,
    });
    const { rows } = await db.execute(sql`select from game_account_commands where sealed is not null`);
    expect(rows).toEqual([]);
  });

  test('fails when its key is gone', async () => {
    const owner = await player();
    await putGameAccount(portal, owner, WISH);
    await db.execute(sql`update game_account_commands set key_id = 'gone'`);
    expect(await leaseCommands(portal)).toEqual([]);
    expect(await readGameAccount(portal, owner)).toMatchObject({
      state: 'failed',
      message: MESSAGES.unreadable,
    });
  });

  test.each([
    [{ login: 'ab', password: 'Sword-42' }, ['login']],
    [{ login: 'a'.repeat(21), password: 'Sword-42' }, ['login']],
    [{ login: 'Héro', password: 'Sword-42' }, ['login']],
    [{ login: ' hero', password: 'Sword-42' }, ['login']],
    [{ login: 'hero', password: 'a'.repeat(17) }, ['password']],
    [{ login: 'hero', password: 'pässword' }, ['password']],
    [{ login: 'a b', password: 'x' }, ['login', 'password']],
    [{ login: '', password: '' }, ['login', 'password']],
    [{ login: 'hero\u0000', password: 'Sword\u0000' }, ['login']],
    [{ login: 'hero', password: 'Sword\ud800' }, ['password']],
    [{ login: 'hero' }, ['password']],
    [{}, ['login', 'password']],
  ])('that the game would not take is refused: %j', async (body, fields) => {
    const owner = await player();
    const { token } = owner;
    const response = await portal.call('PUT', '/user/game-accounts/1', { token, body });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields).toSorted()).toEqual(fields);
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'none' });
  });

  test('for an unknown server or without a session is refused', async () => {
    const owner = await player();
    expect((await putGameAccount(portal, owner, WISH, 99)).statusCode).toBe(404);
    expect(
      (await portal.call('PUT', '/user/game-accounts/x', { token: owner.token, body: WISH })).statusCode,
    ).toBe(404);
    expect((await portal.call('PUT', '/user/game-accounts/1', { body: WISH })).statusCode).toBe(401);
    await reportRules(db, null);
    expect((await putGameAccount(portal, owner, WISH)).statusCode).toBe(404);
  });
});

/** A game with an account from before the portal. */
const existing = () => {
  const game = new TestGame();
  const credential = { scheme: 'sha1', verifier: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3' } as const;
  game.accounts.set('Veteran', { owner: undefined, credential, isLocked: false });
  return game;
};

describe('a claim', () => {
  test('with the right password makes the account the player’s', async () => {
    const game = existing();
    const owner = await player();
    const response = await claimGameAccount(portal, owner, { login: 'Veteran', password: 'test' });
    expect(response.json()).toMatchObject({ state: 'pending', login: 'Veteran' });
    await workOnCommands(portal, game);
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'active', login: 'Veteran' });
    expect(game.accounts.get('Veteran')?.owner).toBe(owner.id);
    expect((await claimGameAccount(portal, owner, { login: 'Other', password: 'test' })).statusCode).toBe(
      409,
    );
  });

  test('with a wrong password, of no account, or of somebody’s says the same', async () => {
    const game = existing();
    game.accounts.set('Owned', { owner: 1, credential: { scheme: 'sha1', verifier: 'x' }, isLocked: false });
    await createActive(game);
    const messages = [];
    for (const login of ['Veteran', 'Nobody', 'Owned', 'Hero_1']) {
      const owner = await player();
      await claimGameAccount(portal, owner, { login, password: 'wrong' });
      await workOnCommands(portal, game);
      const { state, message } = (await readGameAccount(portal, owner)) ?? {};
      messages.push({ state, message });
    }
    expect(messages).toHaveLength(4);
    for (const said of messages) expect(said).toEqual({ state: 'failed', message: MESSAGES.claimRefused });
  });

  test('is limited for each login, for all players together', async () => {
    const statuses = [];
    for (let index = 0; index < 12; index += 1) {
      const response = await claimGameAccount(portal, await player(), {
        login: index % 2 ? 'Guessed' : 'gUESSED',
        password: `guess ${index}`,
      });
      statuses.push(response.statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  });

  test('that the game does not answer in 10 minutes fails, and its proof is deleted', async () => {
    const owner = await player();
    await claimGameAccount(portal, owner, { login: 'Veteran', password: 'test' });
    const [command] = await leaseCommands(portal);
    await db.execute(sql`update game_account_commands set expires_at = now()`);
    expect(await readGameAccount(portal, owner)).toMatchObject({
      state: 'failed',
      message: MESSAGES.claimExpired,
    });
    const { rows } = await db.execute(sql`select from game_account_commands where sealed is not null`);
    expect(rows).toEqual([]);
    expect(await answerCommands(portal, [{ id: command?.id ?? 0, result: 'done' }])).toEqual(['unchanged']);
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'failed' });
  });

  test('is refused where the bridge cannot check passwords', async () => {
    await reportRules(db, { canClaim: false });
    const response = await claimGameAccount(portal, await player(), { login: 'Veteran', password: 'test' });
    expect(response.statusCode).toBe(400);
  });
});

describe('bans', () => {
  test('lock the account within one lease, until they end', async () => {
    const { owner, game } = await createActive();
    const endsAt = new Date(Date.now() + 3_600_000);
    await ban(db, owner, endsAt);
    const [lock] = await leaseCommands(portal);
    expect(lock).toMatchObject({
      kind: 'lock',
      login: 'Hero_1',
      lockedUntil: endsAt.toISOString(),
      credential: null,
    });
    if (!lock) throw new Error('Nothing was leased.');
    await answerCommands(portal, [game.apply(lock)]);
    expect(await game.accepts('Hero_1', 'Sword-42')).toBe(false);
    expect(await leaseCommands(portal)).toEqual([]);
    await db.execute(sql`update bans set ends_at = now()`);
    await workOnCommands(portal, game);
    expect(await game.accepts('Hero_1', 'Sword-42')).toBe(true);
    expect(await readGameAccount(portal, owner)).toMatchObject({ isLocked: false });
  });

  test('that last longer are sent again, and microseconds don’t matter', async () => {
    const { owner, game } = await createActive();
    await ban(db, owner, new Date(Date.now() + 3_600_000));
    await db.execute(sql`update bans set ends_at = ends_at + interval '1 microsecond'`);
    await workOnCommands(portal, game);
    expect(await leaseCommands(portal)).toEqual([]);
    await db.execute(sql`update bans set ends_at = null`);
    expect(await leaseCommands(portal)).toMatchObject([{ kind: 'lock', lockedUntil: null }]);
  });

  test('that were lifted before the game heard of them never reach it', async () => {
    const { owner } = await createActive();
    await ban(db, owner);
    const [lock] = await leaseCommands(portal);
    await answerCommands(portal, [{ id: lock?.id ?? 0, result: 'retry' }]);
    await db.execute(sql`update bans set is_active = false`);
    await makeCommandsDue(db);
    expect(await leaseCommands(portal)).toEqual([]);
  });

  test('that the game refuses are tried again, but not at each lease', async () => {
    const { owner } = await createActive();
    await ban(db, owner);
    const [lock] = await leaseCommands(portal);
    await answerCommands(portal, [{ id: lock?.id ?? 0, result: 'reject', detail: 'no such column' }]);
    expect(await leaseCommands(portal)).toEqual([]);
    await db.execute(
      sql`update game_account_commands set settled_at = now() - interval '11 minutes' where state = 'refused'`,
    );
    expect(await leaseCommands(portal)).toHaveLength(1);
  });
});

describe('the bridge', () => {
  test('gets nothing of another server, and settles nothing of it', async () => {
    const owner = await player();
    await putGameAccount(portal, owner, WISH);
    const [command] = await leaseCommands(portal);
    await db.execute(
      sql`insert into game_servers (name, slug) values ('Second', 'second') on conflict do nothing`,
    );
    await db.execute(
      sql`update bridge_tokens set server_id = (select id from game_servers where slug = 'second')`,
    );
    await db.execute(sql`insert into bridge_addresses (address, server_id)
      select '127.0.0.1', id from game_servers where slug = 'second'`);
    expect(await answerCommands(portal, [{ id: command?.id ?? 0, result: 'done' }])).toEqual(['unknown']);
    await makeCommandsDue(db);
    expect(await leaseCommands(portal)).toEqual([]);
    await db.execute(sql`update bridge_tokens set server_id = 1`);
  });

  test.each(['{', '[]', '{"limit":0}', '{"limit":501}', 'null'])(
    'is refused a lease that makes no sense: %s',
    async (body) => {
      expect((await portal.bridge('POST', 'accounts/lease', { body })).statusCode).toBe(400);
    },
  );

  test.each([
    '{',
    '{}',
    '[{"id":1}]',
    '[{"id":1,"result":"applied"}]',
    '[{"id":0,"result":"done"}]',
    '[{"id":1,"result":"done","login":""}]',
  ])('is refused acknowledgements that make no sense: %s', async (body) => {
    expect((await portal.bridge('POST', 'accounts/acks', { body })).statusCode).toBe(400);
  });

  test('may send any detail, id and order of acknowledgements', async () => {
    const owner = await player();
    await putGameAccount(portal, owner, WISH);
    const [command] = await leaseCommands(portal);
    const id = command?.id ?? 0;
    const outcomes = await answerCommands(portal, [
      { id, result: 'retry', detail: `a\u0000b\ud800${'x'.repeat(2000)}` },
      { id, result: 'done', login: 'HERO_1', gameAccountId: '7\u0000' },
      { id: Number.MAX_SAFE_INTEGER, result: 'done' },
    ]);
    expect(outcomes).toEqual(['unchanged', 'settled', 'unknown']);
    expect(await readGameAccount(portal, owner)).toMatchObject({ state: 'active', login: 'HERO_1' });
  });

  test('needs its token', async () => {
    expect((await portal.bridge('POST', 'accounts/lease', { body: {}, token: null })).statusCode).toBe(401);
    expect((await portal.bridge('POST', 'accounts/acks', { body: [], token: null })).statusCode).toBe(401);
  });
});
