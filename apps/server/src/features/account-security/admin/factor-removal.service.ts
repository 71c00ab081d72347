import { factorRemovalMail, queueSecurityMail } from '#features/account-mails/account-mails.ts';
import { deleteRemoval, insertRemoval, selectRemoval } from '#features/account-security/removals.queries.ts';
import { accountHasFactor } from '#features/factors/factors.ts';
import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { conflict } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

/**
 * Plans the removal of all second factors of an account, for a player who lost them. A plan that is there already stays.
 *
 * @returns when it takes effect
 * @throws what `asStaff` throws; conflict for an account without a factor
 */
export function planFactorRemoval(
  { db, jobs }: { db: Database; jobs: Jobs },
  staff: Staff,
  { accountId, reason }: { accountId: number; reason: string },
): Promise<Date> {
  const right = { section: 'users', accountId, givesValue: false } as const;
  return asStaff(db, staff, right, async ({ tx, viewer }) => {
    const planned = await selectRemoval(tx, accountId);
    if (planned) return unchanged(planned.dueAt);
    if (!(await accountHasFactor(tx, accountId))) throw conflict('This account has no second factor.');
    const removal = await insertRemoval(tx, { accountId, staffId: viewer.accountId, reason });
    if (!removal) throw new Error('The removal was not written, although the account is locked.');
    const { dueAt } = removal;
    await queueSecurityMail(tx, jobs, {
      accountId,
      kind: factorRemovalMail,
      parameters: { dueAt: dueAt.toISOString() },
    });
    const kind = 'user.plan_factor_removal';
    return audited({ kind, target: accountId, after: { date: dueAt.toISOString() }, reason }, dueAt);
  });
}

/** @throws what `asStaff` throws */
export async function stopFactorRemoval(db: Database, staff: Staff, accountId: number): Promise<void> {
  await asStaff(db, staff, { section: 'users', accountId, givesValue: false }, async ({ tx }) => {
    const removal = await deleteRemoval(tx, accountId);
    if (!removal) return unchanged();
    const before = { date: removal.dueAt.toISOString() };
    return audited({ kind: 'user.stop_factor_removal', target: accountId, before });
  });
}
