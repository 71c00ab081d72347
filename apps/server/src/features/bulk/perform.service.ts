import type { BulkAction } from '@waygate/contract/bulk/bulk.schemas';
import { banInTransaction } from '#features/accounts/accounts.ts';
import { grantPackInTransaction } from '#features/actions/actions.ts';
import { createBenefitInTransaction } from '#features/benefits/benefits.ts';
import type { Staff } from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { invalid } from '#platform/errors/app-error.ts';

type Performed = 'done' | 'already';

/**
 * Does for one account of a list what the single action does, with its right, its audit entry and its budget. An account
 * that has the benefit, or has the pack or is banned at least as long, stays as it is: a list never shortens anything.
 *
 * @throws what the single action throws; invalid for an end that is past
 */
export async function perform(
  tx: Transaction,
  staff: Staff,
  { what, accountId, reason }: { what: BulkAction; accountId: number; reason: string },
): Promise<Performed> {
  if (what.action === 'BAN') {
    const ban = { accountDBID: accountId, endTime: what.endTime, ip: null, description: reason };
    const { isBanned } = await banInTransaction(tx, staff, ban, { isOnlyLonger: true });
    return isBanned ? 'done' : 'already';
  }
  if (what.action === 'GRANT_BENEFIT') {
    const { benefitId, availableUntil } = what;
    requireFuture(availableUntil, 'availableUntil');
    const benefit = { accountId, benefitId, availableUntil, reason };
    return (await createBenefitInTransaction(tx, staff, benefit)) ? 'done' : 'already';
  }
  const { action, date = null } = what;
  if (date) requireFuture(date, 'date');
  const grant = { action, accountId, availableUntil: date, reason };
  return (await grantPackInTransaction(tx, staff, grant, { isOnlyLonger: true })) ? 'done' : 'already';
}

function requireFuture(end: Date, field: string): void {
  const message = 'The end must be in the future.';
  if (end <= new Date()) throw invalid(message, { [field]: message });
}
