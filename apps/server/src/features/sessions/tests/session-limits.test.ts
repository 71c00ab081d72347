import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { deleteExpiredSessions } from '#features/sessions/sessions.queries.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import { createOwner, createSignedInPlayer, createStaff, usePortal } from '#test/account-journeys.ts';

const portal = await usePortal();
const { db } = portal.parts;

const PEOPLE = {
  'a player': () => createSignedInPlayer(portal),
  staff: () => createStaff(portal, ['news']),
  'staff by a name': () => createStaff(portal, ['polls' as never]),
  'an owner': () => createOwner(portal),
};

/** The status of a call with a session that began and was last used so long ago. */
async function statusAfter({ id, token }: { id: number; token: string }, began: string, used: string) {
  await db
    .update(sessions)
    .set({
      createdAt: sql`now() - ${began}::interval`,
      lastUsedAt: sql`now() - ${used}::interval`,
    })
    .where(eq(sessions.accountId, id));
  return (await portal.call('GET', '/user/sessions', { token })).statusCode;
}

describe('a session', () => {
  test.each([
    ['a player', '29 days 23 hours', '29 days 23 hours', 200],
    ['a player', '31 days', '30 days 1 minute', 401],
    ['a player', '364 days', '1 hour', 200],
    ['a player', '365 days 1 hour', '1 minute', 401],
    ['staff', '11 hours 59 minutes', '11 hours 59 minutes', 200],
    ['staff', '13 hours', '12 hours 1 minute', 401],
    ['staff', '6 days 23 hours', '1 minute', 200],
    ['staff', '7 days 1 minute', '1 minute', 401],
    ['an owner', '13 hours', '12 hours 1 minute', 401],
    ['an owner', '7 days 1 minute', '1 minute', 401],
  ] as const)('of %s that began %s ago and was used %s ago answers %i', async (who, began, used, status) => {
    expect(await statusAfter(await PEOPLE[who](), began, used)).toBe(status);
  });

  test('of a player who becomes staff falls under the limits of staff at once', async () => {
    const player = await createSignedInPlayer(portal);
    expect(await statusAfter(player, '8 days', '13 hours')).toBe(200);
    await db.update(accounts).set({ webMgt: 11 }).where(eq(accounts.id, player.id));
    expect(await statusAfter(player, '8 days', '1 minute')).toBe(401);
  });

  test('says at the sign-in when it ends without use', async () => {
    const [player, staff] = [await createSignedInPlayer(portal), await createStaff(portal, ['news'])];
    const hoursLeft = async ({ username, password }: typeof player) => {
      const body = { identifier: username, password };
      const { expiresAt } = (await portal.call('POST', '/auth/login', { body })).json();
      return Math.round((Date.parse(expiresAt) - Date.now()) / 3_600_000);
    };
    expect([await hoursLeft(player), await hoursLeft(staff)]).toEqual([30 * 24, 12]);
  });

  test('proves for 15 minutes who its holder is, and not before there was such a proof', async () => {
    const { id } = await createSignedInPlayer(portal);
    const isSudo = async (age: string) => {
      const { rows } = await db.execute(sql`
        update sessions set verified_at = ${age === 'never' ? sql`'epoch'` : sql`now() - ${age}::interval`}
        where account_id = ${id} returning verified_at > now() - interval '15 minutes' as yes`);
      return rows[0]?.['yes'];
    };
    expect([await isSudo('14 minutes'), await isSudo('16 minutes'), await isSudo('never')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test('the cleanup deletes what ended by itself, and nothing else', async () => {
  const [player, staff] = [await createSignedInPlayer(portal), await createStaff(portal, ['news'])];
  const kept = async () => {
    await deleteExpiredSessions(db);
    const rows = await db.select({ of: sessions.accountId }).from(sessions);
    return [player, staff].map(({ id }) => rows.some(({ of }) => of === id));
  };
  await statusAfter(player, '8 days', '13 hours');
  await statusAfter(staff, '10 hours', '10 hours');
  expect(await kept()).toEqual([true, true]);
  await statusAfter(staff, '13 hours', '13 hours');
  expect(await kept()).toEqual([true, false]);
  await statusAfter(player, '31 days', '31 days');
  expect(await kept()).toEqual([false, false]);
});
