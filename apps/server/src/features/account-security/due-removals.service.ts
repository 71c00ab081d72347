import { factorChangedMail, queueSecurityMail } from '#features/account-mails/account-mails.ts';
import { deleteFactors } from '#features/factors/factors.ts';
import { lockAccounts } from '#features/identity/identity.ts';
import { insertAuditEntries } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { deleteDueRemoval, selectDueRemoval } from './removals.queries.ts';

/**
 * Removes the factors of one account whose removal is due, in the name of who planned it. A sign-in with a factor, which
 * locks the account too, stops the removal until this transaction commits.
 *
 * @returns whether there was one to look at
 */
export async function removeNextDueFactors({ db, jobs }: { db: Database; jobs: Jobs }): Promise<boolean> {
  const accountId = await selectDueRemoval(db);
  if (accountId === undefined) return false;
  await db.transaction(async (tx) => {
    // Lock order: account, then factors, as at a sign-in.
    await lockAccounts(tx, [accountId]);
    const removal = await deleteDueRemoval(tx, accountId);
    if (!removal) return;
    await deleteFactors(tx, accountId);
    await insertAuditEntries(tx, [
      {
        kind: 'user.remove_factors',
        staffId: removal.staffId ?? accountId,
        accountId,
        target: String(accountId),
        reason: removal.reason,
      },
    ]);
    await queueSecurityMail(tx, jobs, {
      accountId,
      kind: factorChangedMail,
      parameters: { change: 'removed', factor: 'all' },
      isForAnyAddress: true,
    });
  });
  return true;
}
