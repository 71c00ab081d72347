import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createUsePortalPassword } from '#features/game-accounts/game-accounts.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import {
  attemptSignIn,
  createOwner,
  createSignedInPlayer,
  PASSWORD,
  registerPlayer,
  signIn,
  uniqueName,
} from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';
import { captureLog } from '#test/captured-log.ts';
import { createPlayerWithTotp, signInWithTotp } from '#test/factor-journeys.ts';
import {
  deleteGameAccounts,
  leaseCommands,
  putGameAccount,
  readGameAccount,
  reportRules,
  TestGame,
  workOnCommands,
} from '#test/game-accounts.ts';

const { log, lines } = captureLog();
const portal = await useBridgePortal({ log });
const { db } = portal.parts;
const LONG = { password: { min: 4, max: 40, characters: 'any' } } as const;

beforeEach(async () => {
  await deleteGameAccounts(db);
  await reportRules(db, LONG, { policy: 'same_password' });
  // Longer than a process keeps the list of servers.
  vi.spyOn(performance, 'now').mockReturnValue((later += 60_000));
});
afterEach(() => vi.restoreAllMocks());
let later = 1_000_000;

async function resetPassword(username: string, newPassword: string): Promise<void> {
  const token = 'a'.repeat(42) + Math.floor(Math.random() * 10);
  await db.execute(sql`
    insert into account_tokens (token_hash, account_id, purpose, email, mail_id, expires_at)
    select ${hashToken(token)}, id, 'reset_password', email, gen_random_uuid(), now() + interval '1 hour'
    from accounts where user_name = ${username}`);
  const response = await portal.call('POST', `/auth/reset-password/${token}`, { body: { newPassword } });
  if (response.statusCode !== 200) throw new Error(`The reset answered ${response.body}`);
  await db.execute(sql`delete from account_tokens`);
}

describe('on a server with the portal’s password', () => {
  test('registration creates the game account', async () => {
    const game = new TestGame();
    const { username } = await registerPlayer(portal);
    await workOnCommands(portal, game);
    expect(await game.accepts(username, PASSWORD)).toBe(true);
  });

  test('sign-in creates a missing one, once', async () => {
    await reportRules(db, null);
    const player = await registerPlayer(portal);
    await reportRules(db, LONG, { policy: 'same_password' });
    vi.spyOn(performance, 'now').mockReturnValue((later += 60_000));
    await signIn(portal, player);
    const game = new TestGame();
    await workOnCommands(portal, game);
    expect(await game.accepts(player.username, PASSWORD)).toBe(true);
    await signIn(portal, player);
    expect(await leaseCommands(portal)).toEqual([]);
    expect((await attemptSignIn(portal, { ...player, password: 'wrong one' })).statusCode).toBe(401);
  });

  test('a name or a password that the game does not take gets a sentence at sign-in', async () => {
    await reportRules(
      db,
      { ...LONG, login: { min: 1, max: 4, characters: 'any' } },
      { policy: 'same_password' },
    );
    const named = await createSignedInPlayer(portal);
    expect(await readGameAccount(portal, named)).toMatchObject({
      state: 'failed',
      login: null,
      message:
        "Your user name can't be a login in this game. A login for this game has at most 4 characters (letters such as ä count as two or more). Choose a login below.",
    });
    await reportRules(db, {}, { policy: 'same_password' });
    vi.spyOn(performance, 'now').mockReturnValue((later += 60_000));
    const long = await createSignedInPlayer(portal);
    expect((await readGameAccount(portal, long))?.message).toMatch(
      /^Your password can't be used in this game\./,
    );
    await putGameAccount(portal, long, { login: 'short', password: 'Sword-42' });
    const game = new TestGame();
    await workOnCommands(portal, game);
    expect(await readGameAccount(portal, long)).toMatchObject({ state: 'active', login: 'short' });
  });

  test('a name that the game has is taken, and the sign-in succeeds', async () => {
    const game = new TestGame();
    const username = uniqueName();
    game.accounts.set(username, {
      owner: undefined,
      credential: { scheme: 'sha1', verifier: 'x' },
      isLocked: false,
    });
    const player = await registerPlayer(portal, { username });
    await workOnCommands(portal, game);
    const { accessToken: token } = await signIn(portal, player);
    expect(await readGameAccount(portal, { token })).toMatchObject({ state: 'taken', login: username });
  });

  test('a new password reaches the game, by link or by an owner', async () => {
    const game = new TestGame();
    const player = await createSignedInPlayer(portal);
    await workOnCommands(portal, game);
    await resetPassword(player.username, 'fresh password 1');
    await workOnCommands(portal, game);
    expect(await game.accepts(player.username, 'fresh password 1')).toBe(true);
    const owner = await createOwner(portal);
    const body = { password: 'fresh password 2', reason: 'asked by mail' };
    const response = await portal.call('PUT', `/admin/users/${player.id}`, { token: owner.token, body });
    expect(response.statusCode).toBe(200);
    await workOnCommands(portal, game);
    expect(await game.accepts(player.username, 'fresh password 2')).toBe(true);
    expect(await game.accepts(player.username, PASSWORD)).toBe(false);
  });

  test('a reset by mail changes no password in a game where the account has a second factor, a change by it does', async () => {
    const game = new TestGame();
    const player = await createPlayerWithTotp(portal);
    await workOnCommands(portal, game);
    await resetPassword(player.username, 'fresh password 1');
    expect(await leaseCommands(portal)).toEqual([]);
    expect(await game.accepts(player.username, PASSWORD)).toBe(true);
    const { accessToken: token } = await signInWithTotp(portal, { ...player, password: 'fresh password 1' });
    const body = { oldPassword: 'fresh password 1', newPassword: 'fresh password 2' };
    expect((await portal.call('POST', '/user/change-password', { token, body })).statusCode).toBe(200);
    await workOnCommands(portal, game);
    expect(await game.accepts(player.username, 'fresh password 2')).toBe(true);
  });

  test('a new password that the game does not take keeps the old one, and says so', async () => {
    const game = new TestGame();
    const player = await createSignedInPlayer(portal);
    await workOnCommands(portal, game);
    await resetPassword(player.username, 'x'.repeat(41));
    const { accessToken: token } = await signIn(portal, { ...player, password: 'x'.repeat(41) });
    expect((await readGameAccount(portal, { token }))?.message).toMatch(/^The game keeps your old password/);
    expect(await leaseCommands(portal)).toEqual([]);
  });

  test('the password of an earlier verification is not used any more', async () => {
    const player = await createSignedInPlayer(portal);
    await db.execute(sql`delete from game_account_commands`);
    await db.execute(sql`delete from game_accounts`);
    const use = createUsePortalPassword({ ...portal.parts, ...portal.parts.credentials });
    const given = { accountId: player.id, password: 'old', passwordHash: 'replaced since' };
    await use({ ...given, event: 'signed_in' });
    await use({ ...given, event: 'changed' });
    expect(await leaseCommands(portal)).toEqual([]);
  });

  test('a failure is logged and counted, and never fails the sign-in', async () => {
    const player = await registerPlayer(portal);
    await db.execute(sql`delete from game_account_commands`);
    await db.execute(sql`delete from game_accounts`);
    await db.execute(sql`alter table game_account_commands rename to hidden`);
    try {
      expect((await attemptSignIn(portal, player)).statusCode).toBe(200);
    } finally {
      await db.execute(sql`alter table hidden rename to game_account_commands`);
    }
    expect(lines().some(({ msg }) => msg === 'the portal password was not derived for games')).toBe(true);
    expect(JSON.stringify(lines())).not.toContain(PASSWORD);
    expect((await portal.parts.metrics.render()).body).toMatch(
      /waygate_game_password_failures_total\{event="signed_in"\} [1-9]/,
    );
  });
});

test('without such a server, signing in asks the database nothing more, and derives nothing', async () => {
  await reportRules(db, LONG, { policy: 'own_password' });
  let statements = 0;
  const counting = new Proxy(db, {
    get: (target, name) => {
      if (['execute', 'select', 'transaction'].includes(String(name))) statements += 1;
      return Reflect.get(target, name);
    },
  });
  const use = createUsePortalPassword({ ...portal.parts, ...portal.parts.credentials, db: counting });
  const given = { event: 'signed_in', accountId: 1, password: 'x', passwordHash: 'y' } as const;
  for (let index = 0; index < 50; index += 1) await use(given);
  expect(statements).toBe(1);
});
