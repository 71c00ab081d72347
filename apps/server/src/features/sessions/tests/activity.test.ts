import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hashToken } from '#platform/auth/tokens.ts';
import {
  usePortal,
  createSignedInPlayer,
  type Player,
  registerPlayer,
  signIn,
  useSecondProcess,
} from '#test/account-journeys.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import { activityDays } from '#features/identity/activity.tables.ts';

const portal = await usePortal();

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const TODAY = dayIn(0);

const activityOf = async ({ id }: Pick<Player, 'id'>) => {
  const rows = await portal.parts.db
    .select()
    .from(activityDays)
    .where(eq(activityDays.accountId, id))
    .orderBy(activityDays.day);
  return rows.map(({ accountId: _accountId, ...day }) => day);
};

/** As if everything had happened so many days earlier. */
const moveBack = async ({ id }: Pick<Player, 'id'>, days: number) => {
  const { db } = portal.parts;
  await db.execute(sql`
    update activity_days set day = day - ${days}::int, previous_day = previous_day - ${days}::int where account_id = ${id}`);
  await db.execute(sql`
    update account_activity set last_active_on = last_active_on - ${days}::int,
      previous_active_on = previous_active_on - ${days}::int where account_id = ${id}`);
};

const lastUsed = (token: string, time: string) =>
  portal.parts.db
    .update(sessions)
    .set({ lastUsedAt: sql.raw(time) })
    .where(eq(sessions.tokenHash, hashToken(token)));
const use = (token: string) => portal.call('GET', '/user/profile', { token });

test('a registration and a wrong password are not activity', async () => {
  const player = await registerPlayer(portal);
  const body = { identifier: player.username, password: 'wrong password' };
  expect((await portal.call('POST', '/auth/login', { body })).statusCode).toBe(401);
  expect(await activityOf(player)).toEqual([]);
});

test('sign-ins are counted on their day', async () => {
  const player = await createSignedInPlayer(portal);
  expect(await activityOf(player)).toEqual([{ day: TODAY, previousDay: null, signIns: 1 }]);
  await signIn(portal, player);
  expect(await activityOf(player)).toEqual([{ day: TODAY, previousDay: null, signIns: 2 }]);
});

test('each active day refers to the previous one', async () => {
  const player = await createSignedInPlayer(portal);
  await moveBack(player, 5);
  await signIn(portal, player);
  await signIn(portal, player);
  await moveBack(player, 2);
  await signIn(portal, player);
  expect(await activityOf(player)).toEqual([
    { day: dayIn(-7), previousDay: null, signIns: 1 },
    { day: dayIn(-2), previousDay: dayIn(-7), signIns: 2 },
    { day: TODAY, previousDay: dayIn(-2), signIns: 1 },
  ]);
});

test('a signed-in account is active on every day of use', async () => {
  const player = await createSignedInPlayer(portal);
  await moveBack(player, 1);
  await lastUsed(player.token, "now() - interval '25 hours'");
  await use(player.token);
  await use(player.token);
  expect(await activityOf(player)).toEqual([
    { day: dayIn(-1), previousDay: null, signIns: 1 },
    { day: TODAY, previousDay: dayIn(-1), signIns: 0 },
  ]);
});

test('the first use after midnight counts, even right after the previous one', async () => {
  const player = await createSignedInPlayer(portal);
  await moveBack(player, 1);
  await lastUsed(player.token, "date_trunc('day', now(), 'UTC') - interval '1 microsecond'");
  await use(player.token);
  expect(await activityOf(player)).toHaveLength(2);
});

test('a lagging clock does not start an older day again', async () => {
  const player = await createSignedInPlayer(portal);
  await moveBack(player, -1);
  await signIn(portal, player);
  expect(await activityOf(player)).toEqual([{ day: dayIn(1), previousDay: null, signIns: 2 }]);
});

test('concurrent sign-ins and uses of one account in two processes are counted on one row', async () => {
  const player = await createSignedInPlayer(portal);
  const tokens = await Promise.all(Array.from({ length: 8 }, () => signIn(portal, player)));
  await moveBack(player, 3);
  await portal.parts.db
    .update(sessions)
    .set({ lastUsedAt: sql`now() - interval '3 days'` })
    .where(eq(sessions.accountId, player.id));
  const second = await useSecondProcess(portal);
  const answers = await Promise.all(
    tokens.flatMap(({ accessToken: token }, index) => {
      const { call } = index % 2 === 0 ? portal : second;
      const body = { identifier: player.username, password: player.password };
      return [call('GET', '/user/profile', { token }), call('POST', '/auth/login', { body })];
    }),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await activityOf(player)).toEqual([
    { day: dayIn(-3), previousDay: null, signIns: 9 },
    { day: TODAY, previousDay: dayIn(-3), signIns: 8 },
  ]);
});

test('activity is deleted with its account', async () => {
  const player = await createSignedInPlayer(portal);
  await portal.parts.db.execute(sql`delete from mails where account_id = ${player.id}`);
  await portal.parts.db.delete(accounts).where(eq(accounts.id, player.id));
  expect(await activityOf(player)).toEqual([]);
});
