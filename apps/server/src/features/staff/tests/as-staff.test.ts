import { OWN_ACCOUNT_MESSAGE } from '@waygate/contract/own-account';
import { OWNER_PERMISSION } from '@waygate/contract/ranks';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { asStaff, asStaffInTransaction, requireRight } from '#features/staff/as-staff.ts';
import { audited, auditedThen, unchanged } from '#features/staff/outcome.ts';
import type { Staff } from '#features/staff/record-audit.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { createPortal, type Portal, until } from '#test/account-journeys.ts';
import { createTestAccount } from '#test/factories.ts';
import { countLockWaits } from '#test/locks.ts';
import { createOrderStaff } from '#test/shop-journeys.ts';

let portal: Portal;
let db: Database;
let staff: Staff;
beforeAll(async () => {
  portal = await createPortal();
  ({ db } = portal.parts);
});
afterAll(() => portal.close());

const BENEFIT = { kind: 'benefit.create', target: 'a benefit' } as const;

/** An account, and the staff member's right to write about it. */
async function prepare() {
  staff = await createOrderStaff(portal);
  const accountId = await createTestAccount(db);
  return { accountId, right: { section: 'orders', accountId, givesValue: true } as const };
}

const refusedWork = () => Promise.reject(new Error('The work was started.'));

const mark = (tx: Transaction, id: number) =>
  tx.update(accounts).set({ hasClaimedFounderPackage: true }).where(eq(accounts.id, id));

const isMarked = async (id: number) => {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
  return row?.hasClaimedFounderPackage;
};

const entries = () =>
  db
    .select({ id: auditEntries.id, accountId: auditEntries.accountId, target: auditEntries.target })
    .from(auditEntries)
    .where(eq(auditEntries.staffId, staff.viewer.accountId));

test('a write is committed with one audit entry that names the account of the right', async () => {
  const { accountId, right } = await prepare();
  const result = await asStaff(db, staff, right, async ({ tx, account, viewer }) => {
    await mark(tx, account.id);
    return audited(BENEFIT, [account.id, viewer.accountId]);
  });
  expect(result).toEqual([accountId, staff.viewer.accountId]);
  expect(await isMarked(accountId)).toBe(true);
  expect(await entries()).toEqual([{ id: expect.any(Number), accountId, target: 'a benefit' }]);
});

test('a write that reports no change records nothing', async () => {
  const { right } = await prepare();
  expect(await asStaff(db, staff, right, async ({ account }) => unchanged(account.id))).toBe(right.accountId);
  expect(await entries()).toEqual([]);
});

test('the follow-up of an entry gets its id, and undoes the write when it fails', async () => {
  const { accountId, right } = await prepare();
  const id = await asStaff(db, staff, right, async () => auditedThen(BENEFIT, async (entryId) => entryId));
  expect(await entries()).toMatchObject([{ id }]);
  const failing = asStaff(db, staff, right, async ({ tx }) => {
    await mark(tx, accountId);
    return auditedThen(BENEFIT, () => Promise.reject(new Error('It failed.')));
  });
  await expect(failing).rejects.toThrow('It failed.');
  expect([await isMarked(accountId), (await entries()).length]).toEqual([false, 1]);
});

test('a write whose entry cannot be recorded is undone', async () => {
  const { accountId, right } = await prepare();
  const write = asStaff(db, staff, right, async ({ tx }) => {
    await mark(tx, accountId);
    return audited({ ...BENEFIT, after: { text: 'PostgreSQL stores no \u0000.' } });
  });
  await expect(write).rejects.toThrow('Failed query');
  expect([await isMarked(accountId), await entries()]).toEqual([false, []]);
});

test('a right without an account names none in the entry', async () => {
  await prepare();
  await asStaff(db, staff, { section: 'orders' }, async () => audited(BENEFIT));
  await asStaff(db, staff, { anyOf: ['news', 'orders'] }, async () => audited(BENEFIT));
  expect(await entries()).toMatchObject([{ accountId: null }, { accountId: null }]);
});

test('a missing section or account is refused before any work', async () => {
  const { right } = await prepare();
  for (const lacked of [{ section: 'news' }, { anyOf: ['news', 'users'] }] as const) {
    await expect(asStaff(db, staff, lacked, refusedWork)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(requireRight(db, staff, lacked)).rejects.toMatchObject({ code: 'forbidden' });
  }
  const noAccount = { ...right, accountId: 2_147_483_647 };
  await expect(asStaff(db, staff, noAccount, refusedWork)).rejects.toMatchObject({ code: 'not_found' });
});

test('the first lock is taken before the accounts are locked', async () => {
  const { right } = await prepare();
  const locked = await asStaff(
    db,
    staff,
    {
      ...right,
      lockFirst: async (tx) => {
        // Fails at once if the staff member's own transaction, or any other, holds the account.
        await db.transaction((other) =>
          other.execute(sql`select from accounts where id = ${right.accountId} for update nowait`),
        );
        await tx.execute(sql`select pg_advisory_xact_lock(1)`);
      },
    },
    async ({ account }) => unchanged(account.id),
  );
  expect(locked).toBe(right.accountId);
});

test('an owner gives value to their own account, unless they are demoted first', async () => {
  await prepare();
  const { accountId } = staff.viewer;
  const right = { section: 'orders', accountId, givesValue: true } as const;
  const setPermission = (tx: Database | Transaction, permission: number) =>
    tx.update(accounts).set({ permission }).where(eq(accounts.id, accountId));
  await setPermission(db, OWNER_PERMISSION);
  expect(await asStaff(db, staff, right, async ({ account }) => unchanged(account.id))).toBe(accountId);
  const { gift } = await db.transaction(async (tx) => {
    await setPermission(tx, 0);
    const waiting = asStaff(db, staff, right, refusedWork).catch((error: unknown) => error);
    await until(async () => (await countLockWaits(db)) > 0);
    return { gift: waiting };
  });
  expect(await gift).toMatchObject({ code: 'forbidden', message: OWN_ACCOUNT_MESSAGE });
  await expect(requireRight(db, staff, right)).rejects.toMatchObject({ code: 'forbidden' });
});

test('a transaction in progress is not committed', async () => {
  const { accountId, right } = await prepare();
  const undone = db.transaction(async (tx) => {
    await asStaffInTransaction(tx, staff, right, async () => {
      await mark(tx, accountId);
      return audited(BENEFIT);
    });
    throw new Error('It is undone.');
  });
  await expect(undone).rejects.toThrow('It is undone.');
  expect([await isMarked(accountId), await entries()]).toEqual([false, []]);
});
