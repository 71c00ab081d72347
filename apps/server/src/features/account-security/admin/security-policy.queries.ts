import { sql } from 'drizzle-orm';
import type { SecurityPolicy } from '@waygate/contract/factors/factors.schemas';
import { securityPolicy } from '#features/factors/factors.ts';
import type { Db, Transaction } from '#platform/db/database.ts';

const columns = {
  isStaffFactorRequired: securityPolicy.isStaffFactorRequired,
  revision: securityPolicy.revision,
};

export async function selectPolicy(db: Db): Promise<SecurityPolicy> {
  return only(await db.select(columns).from(securityPolicy));
}

export async function lockPolicy(tx: Transaction): Promise<SecurityPolicy> {
  return only(await tx.select(columns).from(securityPolicy).for('update'));
}

export async function updatePolicyRow(
  tx: Transaction,
  { isStaffFactorRequired }: Pick<SecurityPolicy, 'isStaffFactorRequired'>,
): Promise<SecurityPolicy> {
  return only(
    await tx
      .update(securityPolicy)
      .set({ isStaffFactorRequired, revision: sql`${securityPolicy.revision} + 1` })
      .returning(columns),
  );
}

function only([row]: SecurityPolicy[]): SecurityPolicy {
  if (!row) throw new Error('The row of the security policy is missing.');
  return row;
}
