import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  createStolenPasswordRevoker,
  revokeStolenPasswordJob,
} from '#features/game-accounts/game-accounts.jobs.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import { createSignedInPlayer, PASSWORD, type Player } from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';
import { addTotp, signInWithTotp } from '#test/factor-journeys.ts';
import { leaseCommands, putGameAccount, reportRules, TestGame, workOnCommands } from '#test/game-accounts.ts';
import { LONG_PASSWORDS, useSamePasswordGames } from '#test/same-password-games.ts';

// A password that somebody else knows opens the game too, where it is the portal's.

const portal = await useBridgePortal();
const { db, jobs, credentials } = portal.parts;
const { second, createInBoth, workOnBoth } = await useSamePasswordGames(portal);
const revoke = createStolenPasswordRevoker({ db, ...credentials });

const NEW = 'a wholly new password';

async function mintLink(player: Pick<Player, 'id' | 'email'>): Promise<string> {
  const token = createToken();
  await db.execute(sql`
    insert into account_tokens (token_hash, account_id, purpose, email, mail_id, expires_at)
    values (${hashToken(token)}, ${player.id}, 'not_me', ${player.email}, gen_random_uuid(), now() + interval '1 hour')`);
  return token;
}

async function report(player: Pick<Player, 'id' | 'email'>): Promise<string> {
  const answer = await portal.call('POST', `/auth/not-me/${await mintLink(player)}`);
  expect(answer.statusCode).toBe(200);
  return answer.json().resetToken;
}

const reset = async (token: string) =>
  expect(
    (await portal.call('POST', `/auth/reset-password/${token}`, { body: { newPassword: NEW } })).statusCode,
  ).toBe(200);
const runJobs = () => jobs.runDue(revokeStolenPasswordJob, revoke);

const passwordsOf = async ({ id }: Pick<Player, 'id'>) =>
  (
    await db.execute<{ serverId: number }>(sql`
      select server_id as "serverId" from game_account_commands
      where account_id = ${id} and kind = 'set_password' order by server_id`)
  ).rows.map(({ serverId }) => serverId);

test('a theft report ends the password in every game, once, although the bridges come later and the job runs again', async () => {
  const { player, games } = await createInBoth();
  await report(player);
  const { rows } = await db.execute<{ data: { accountId: number; revokedAt: string } }>(sql`
    select data from pgboss.job where name = ${revokeStolenPasswordJob.name} and (data ->> 'accountId')::int = ${player.id}`);
  expect(rows).toHaveLength(1);
  await runJobs();
  await Promise.all(rows.flatMap(({ data }) => [revoke(data), revoke(data), revoke(data)]));
  expect(await passwordsOf(player)).toEqual([1, second.serverId]);
  await workOnBoth(games);
  for (const game of Object.values(games)) expect(await game.accepts(player.username, PASSWORD)).toBe(false);
  expect(await passwordsOf(player)).toEqual([1, second.serverId]);
});

test('what the player then reads says what to do', async () => {
  const { player } = await createInBoth();
  await report(player);
  await runJobs();
  const { rows } = await db.execute(sql`
    select message from game_accounts where account_id = ${player.id} and server_id = 1`);
  expect(rows).toEqual([
    {
      message:
        'You reported that your account was stolen, so your old password no longer works in this game. Set a game password below, or change your password.',
    },
  ]);
});

test.each(['before', 'after'])('a reset %s the job brings the new password to the games', async (when) => {
  const { player, games } = await createInBoth();
  const token = await report(player);
  if (when === 'after') await runJobs();
  await reset(token);
  await runJobs();
  await workOnBoth(games);
  for (const game of Object.values(games)) {
    expect(await game.accepts(player.username, NEW)).toBe(true);
    expect(await game.accepts(player.username, PASSWORD)).toBe(false);
  }
});

test('with a second factor, the games wait for the password of a session with that factor', async () => {
  const { player: plain, games } = await createInBoth();
  const player = await addTotp(portal, plain);
  await reset(await report(player));
  await runJobs();
  await workOnBoth(games);
  for (const password of [PASSWORD, NEW])
    expect(await games.first.accepts(player.username, password)).toBe(false);
  const { accessToken: token } = await signInWithTotp(portal, { ...player, password: NEW });
  const body = { oldPassword: NEW, newPassword: 'the newest password' };
  expect((await portal.call('POST', '/user/change-password', { token, body })).statusCode).toBe(200);
  await workOnBoth(games);
  expect(await games.first.accepts(player.username, 'the newest password')).toBe(true);
});

test('a password that a thief sets at the same moment ends with the others', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { player, games } = await createInBoth();
    const link = await mintLink(player);
    const [put] = await Promise.all([
      putGameAccount(portal, player, { login: player.username, password: 'of the thief' }),
      portal.call('POST', `/auth/not-me/${link}`),
    ]);
    expect([200, 401]).toContain(put.statusCode);
    await runJobs();
    await workOnBoth(games);
    for (const password of [PASSWORD, 'of the thief'])
      expect(await games.first.accepts(player.username, password)).toBe(false);
  }
});

test('a game with its own password keeps it', async () => {
  await reportRules(db, LONG_PASSWORDS, { policy: 'own_password' });
  const player = await createSignedInPlayer(portal);
  const game = new TestGame();
  await putGameAccount(portal, player, { login: player.username, password: 'for the game' });
  await workOnCommands(portal, game);
  await report(player);
  await runJobs();
  expect(await leaseCommands(portal)).toEqual([]);
  expect(await game.accepts(player.username, 'for the game')).toBe(true);
});

test('an account that the game has not made yet is made without the stolen password', async () => {
  const player = await createSignedInPlayer(portal);
  await report(player);
  await runJobs();
  const game = new TestGame();
  await workOnCommands(portal, game);
  expect(game.accounts.has(player.username)).toBe(true);
  expect(await game.accepts(player.username, PASSWORD)).toBe(false);
});
