import type { ReferralHit } from '@waygate/contract/referrals/referrals.schemas';
import type { Transaction } from '#platform/db/database.ts';
import { insertReferral, selectFirstReferralId } from './referrals.queries.ts';

/** Returns the viewer's first referral; records the given one if there is none. */
export async function findOrRecordFirstReferral(
  tx: Transaction,
  attribution: ReferralHit,
): Promise<number | undefined> {
  const known = await selectFirstReferralId(tx, attribution.viewerId);
  if (known !== undefined) return known;
  await insertReferral(tx, attribution);
  return selectFirstReferralId(tx, attribution.viewerId);
}
