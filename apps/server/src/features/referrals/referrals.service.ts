import type { ReferralHit } from '@waygate/contract/referrals/referrals.schemas';
import type { Transaction } from '#platform/db/database.ts';
import { insertReferral, selectFirstReferralId } from './referrals.queries.ts';

/** The viewer's first referral; the given one becomes it when no hit of this viewer ever arrived. */
export async function findOrRecordFirstReferral(
  tx: Transaction,
  attribution: ReferralHit,
): Promise<number | undefined> {
  const known = await selectFirstReferralId(tx, attribution.viewerId);
  if (known !== undefined) return known;
  await insertReferral(tx, attribution);
  return selectFirstReferralId(tx, attribution.viewerId);
}
