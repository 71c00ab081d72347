import type { SecurityPolicy } from '@waygate/contract/factors/factors.schemas';
import { accountHasFactor } from '#features/factors/factors.ts';
import { asStaff, audited, changedFields, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { editConflict, invalid } from '#platform/errors/app-error.ts';
import { lockPolicy, updatePolicyRow } from './security-policy.queries.ts';

const NO_OWN_FACTOR = 'Set up a second factor for your own account first.';

/**
 * Asks a second factor of staff, or no longer.
 *
 * @throws what `asStaff` throws; editConflict; invalid for an owner who would shut themself out
 */
export function updatePolicy(db: Database, staff: Staff, input: SecurityPolicy): Promise<SecurityPolicy> {
  return asStaff(db, staff, { section: 'owner' }, async ({ tx, viewer }) => {
    const before = await lockPolicy(tx);
    if (input.revision !== before.revision) throw editConflict(before);
    const { isStaffFactorRequired } = input;
    if (isStaffFactorRequired === before.isStaffFactorRequired) return unchanged(before);
    if (isStaffFactorRequired && !(await accountHasFactor(tx, viewer.accountId)))
      throw invalid(NO_OWN_FACTOR, { isStaffFactorRequired: NO_OWN_FACTOR });
    const changes = changedFields(
      { isStaffFactorRequired: before.isStaffFactorRequired },
      { isStaffFactorRequired },
    );
    const row = await updatePolicyRow(tx, { isStaffFactorRequired });
    return audited({ kind: 'security_policy.update', target: 'security-policy', ...changes }, row);
  });
}
