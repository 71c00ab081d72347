import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteUnusedAccounts } from '#features/accounts/unused-accounts.queries.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { accountActivity } from '#features/identity/activity.tables.ts';
import { countLockWaits } from '#test/locks.ts';
import {
  attemptSignIn,
  createSignedInPlayer,
  type Player,
  registerPlayer,
  signIn,
  until,
  usePortal,
} from '#test/account-journeys.ts';

const portal = await usePortal();
const { db } = portal.parts;

const activityOf = async ({ id }: Pick<Player, 'id'>) => {
  const [row] = await db.select().from(accountActivity).where(eq(accountActivity.accountId, id));
  return row;
};
const sessionsOf = async ({ id }: Pick<Player, 'id'>) => {
  const { rows } = await db.execute(sql`select from sessions where account_id = ${id}`);
  return rows.length;
};

/** As the release before opens a session. */
const oldSignIn = ({ id }: Player, address: string) =>
  db.execute(sql`
    update accounts set last_login_at = now(), last_login_ip = ${address}, last_ip = ${address},
      previous_active_on = case when last_active_on < (now() at time zone 'UTC')::date then last_active_on else previous_active_on end,
      last_active_on = greatest(last_active_on, (now() at time zone 'UTC')::date)
    where id = ${id}
    returning last_active_on, previous_active_on`);

let player: Player;
beforeEach(async () => {
  player = await registerPlayer(portal);
});

describe('a sign-in', () => {
  test('neither writes nor locks the row of the account', async () => {
    const rowOf = () =>
      db.execute(sql`select ctid::text, xmin::text, xmax::text from accounts where id = ${player.id}`);
    const { rows: before } = await rowOf();
    await signIn(portal, player);
    expect((await rowOf()).rows).toEqual(before);
  });

  test('is counted with each other one, the first ones at once too', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => attemptSignIn(portal, player)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    const { rows } = await db.execute(sql`
      select sign_ins, previous_day from activity_days where account_id = ${player.id}`);
    expect(rows).toEqual([{ sign_ins: 6, previous_day: null }]);
    expect(await sessionsOf(player)).toBe(6);
  });

  test.each([
    ['password', { passwordHash: 'another' }],
    ['second factor', { factorsAdded: 1 }],
  ])('opens nothing when a new %s commits first', async (_, changed) => {
    const signingIn = await db.transaction(async (tx) => {
      await tx.update(accounts).set(changed).where(eq(accounts.id, player.id));
      const answer = attemptSignIn(portal, player);
      await until(async () => (await countLockWaits(db)) > 0);
      return { answer };
    });
    expect((await signingIn.answer).statusCode).not.toBe(200);
    expect(await sessionsOf(player)).toBe(0);
    expect((await activityOf(player))?.lastLoginAt).toBeNull();
  });

  test('keeps its account from being removed as unused at the same moment', async () => {
    await db.execute(sql`update mails set sent_at = now() where account_id = ${player.id}`);
    await db.execute(
      sql`update accounts set registered_at = now() - interval '8 days' where id = ${player.id}`,
    );
    await db.transaction(async (tx) => {
      await tx
        .update(accountActivity)
        .set({ lastLoginAt: new Date() })
        .where(eq(accountActivity.accountId, player.id));
      expect(await deleteUnusedAccounts(db)).toBe(0);
    });
    expect(await deleteUnusedAccounts(db)).toBe(0);
  });
});

describe('the release before', () => {
  test('has its sign-ins carried, and learns the days that this one counted', async () => {
    const signedIn = await createSignedInPlayer(portal);
    await db.execute(sql`
      update account_activity set last_active_on = last_active_on - 1, previous_active_on = last_active_on - 5
      where account_id = ${signedIn.id}`);
    const before = await activityOf(signedIn);
    const { rows } = await oldSignIn(signedIn, '198.51.100.9');
    const after = await activityOf(signedIn);
    expect(after).toMatchObject({
      lastIp: '198.51.100.9',
      lastLoginIp: '198.51.100.9',
      previousActiveOn: before?.lastActiveOn,
    });
    expect(Number(after?.lastLoginAt)).toBeGreaterThan(Number(before?.lastLoginAt));
    expect(rows).toEqual([{ last_active_on: after?.lastActiveOn, previous_active_on: before?.lastActiveOn }]);
  });

  test('loses to a newer sign-in of this one, and takes no day back', async () => {
    await signIn(portal, player);
    const before = await activityOf(player);
    await db.execute(sql`
      update accounts set last_login_at = now() - interval '1 minute', last_login_ip = '198.51.100.9', last_ip = '198.51.100.9',
        last_active_on = '2026-01-01' where id = ${player.id}`);
    expect(await activityOf(player)).toEqual(before);
  });

  test('leaves the address of the sign-in that only this one knows', async () => {
    await signIn(portal, player);
    const before = await activityOf(player);
    expect(before?.lastLoginIp).toEqual(expect.any(String));
    await db.execute(sql`
      update accounts set last_ip = '198.51.100.9', last_active_on = (now() at time zone 'UTC')::date where id = ${player.id}`);
    const { lastLoginIp, lastLoginAt, lastIp } = (await activityOf(player)) ?? {};
    expect([lastLoginIp, lastLoginAt]).toEqual([before?.lastLoginIp, before?.lastLoginAt]);
    expect(lastIp).toBe('198.51.100.9');
  });

  test('waits for a sign-in in flight before it removes the account as unused', async () => {
    await db.execute(sql`
      update accounts set email_confirmed_at = null, registered_at = now() - interval '8 days' where id = ${player.id}`);
    let removing: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx
        .update(accountActivity)
        .set({ lastLoginAt: new Date() })
        .where(eq(accountActivity.accountId, player.id));
      removing = db
        .delete(accounts)
        .where(eq(accounts.id, player.id))
        .then(({ rowCount }) => rowCount);
      await until(async () => (await countLockWaits(db)) > 0);
    });
    expect(await removing).toBe(0);
    expect(await activityOf(player)).toBeDefined();
  });

  test('finds an account used that signed in to this one', async () => {
    await signIn(portal, player);
    await db.execute(sql`
      update accounts set email_confirmed_at = null, registered_at = now() - interval '8 days' where id = ${player.id}`);
    const remove = () =>
      db.execute(sql`
        delete from accounts where id = ${player.id} and email_confirmed_at is null and last_login_at is null`);
    expect((await remove()).rowCount).toBe(0);
    const unused = await registerPlayer(portal);
    expect((await db.delete(accounts).where(eq(accounts.id, unused.id))).rowCount).toBe(1);
    expect(await activityOf(unused)).toBeUndefined();
  });

  test('erases here what it erases there', async () => {
    await signIn(portal, player);
    await db.execute(sql`
      update accounts set last_login_ip = null, last_ip = null, last_login_at = null, last_active_on = null,
        previous_active_on = null, erased_at = now() where id = ${player.id}`);
    expect(await activityOf(player)).toMatchObject({
      lastIp: null,
      lastLoginIp: null,
      lastLoginAt: null,
      lastActiveOn: null,
      previousActiveOn: null,
    });
  });
});
