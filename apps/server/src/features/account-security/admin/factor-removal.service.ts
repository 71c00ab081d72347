import { factorRemovalMail, queueSecurityMail } from '#features/account-mails/account-mails.ts';
import { isOwner, opensAdmin } from '@waygate/contract/ranks';
import {
  insertRemoval,
  selectRemoval,
  wasMovedByStaff,
} from '#features/account-security/removals.queries.ts';
import { accountHasFactor, deleteFactorRemoval } from '#features/factors/factors.ts';
import type { AccountRow } from '#features/identity/identity.ts';
import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, forbidden } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

/**
 * Plans the removal of all second factors of an account, for a player who lost them. A plan that is there already stays.
 *
 * @returns when it takes effect
 * @throws what `asStaff` throws; conflict for an account without a factor; forbidden, except for owners, for the factors of
 *   staff, and within a week of a change of the address by staff
 */
export function planFactorRemoval(
  { db, jobs }: { db: Database; jobs: Jobs },
  staff: Staff,
  { accountId, reason }: { accountId: number; reason: string },
): Promise<Date> {
  const right = { section: 'users', accountId, givesValue: false } as const;
  return asStaff(db, staff, right, async ({ tx, viewer, account }) => {
    await requireMayPlan(tx, viewer, account);
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
      // Nobody loses factors unseen.
      isForAnyAddress: true,
    });
    const kind = 'user.plan_factor_removal';
    return audited({ kind, target: accountId, after: { date: dueAt.toISOString() }, reason }, dueAt);
  });
}

/** With a colleague's password, or a player's mailbox of their own choice, staff could act as them once the factors are gone. */
async function requireMayPlan(tx: Transaction, viewer: Viewer, account: AccountRow): Promise<void> {
  if (isOwner(viewer)) return;
  if (opensAdmin(account)) throw forbidden('Only an owner can remove the second factors of staff.');
  if (await wasMovedByStaff(tx, account.id))
    throw forbidden(
      'Staff changed the email of this account in the last 7 days. Until then, only an owner can remove its second factors.',
    );
}

/** @throws what `asStaff` throws */
export async function stopFactorRemoval(db: Database, staff: Staff, accountId: number): Promise<void> {
  await asStaff(db, staff, { section: 'users', accountId, givesValue: false }, async ({ tx }) => {
    const removal = await deleteFactorRemoval(tx, accountId);
    if (!removal) return unchanged();
    const before = { date: removal.dueAt.toISOString() };
    return audited({ kind: 'user.stop_factor_removal', target: accountId, before });
  });
}
