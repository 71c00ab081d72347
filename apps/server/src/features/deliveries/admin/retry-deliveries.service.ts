import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import {
  type DeadFilter,
  selectAccountsOfDead,
  selectDeadLeft,
  updateDeadRetried,
} from './dead-deliveries.queries.ts';

/** At once, so that the locks and the audit entry stay small. */
const MAX_RETRIED = 5000;

/**
 * Queues dead deliveries again. Those of accounts that the staff member may not edit, or of their own account, are
 * skipped: each of these would be refused alone. So are revocations that could take something else away.
 *
 * @throws what `asStaff` throws
 */
export function retryDeliveries(
  db: Database,
  staff: Staff,
  { reason, ...filter }: DeadFilter & { reason?: string | undefined },
): Promise<{ retried: number; skipped: number; left: number }> {
  const { viewer } = staff;
  const findAccounts = (tx: Parameters<typeof selectAccountsOfDead>[0]) =>
    selectAccountsOfDead(tx, { filter, viewer });
  return asStaff(db, staff, { section: 'orders', findAccounts }, async ({ tx, accounts }) => {
    const accountIds = accounts.map(({ id }) => id);
    const retried = await updateDeadRetried(tx, { filter, accountIds, limit: MAX_RETRIED });
    const result = { retried: retried.length, ...(await selectDeadLeft(tx, { filter, accountIds })) };
    if (retried.length === 0) return unchanged(result);
    const target = filter.account ?? 'all';
    const after = { ...filter, retried: retried.length, deliveries: retried };
    return audited({ kind: 'delivery.retry_all', target, after, reason }, result);
  });
}
