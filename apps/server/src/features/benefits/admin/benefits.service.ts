import { randomUUID } from 'node:crypto';
import { lockEditableAccount, recordAudit, type Staff } from '#features/staff/staff.ts';
import { isDeliveryCancelled, queueDeliveries, withdrawDeliveries } from '#features/deliveries/deliveries.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, editConflict, notFound } from '#platform/errors/app-error.ts';
import { presentBenefit } from './benefits.presenter.ts';
import {
  type BenefitKey,
  deleteBenefitRow,
  insertBenefit,
  selectBenefitLocked,
  updateBenefitTime,
} from './benefits.queries.ts';

/** Until when an account has a benefit. */
export type Benefit = BenefitKey & { availableUntil: Date };

/** Gives an account a benefit that it does not have; the game is told. */
export function createBenefit(db: Database, staff: Staff, benefit: Benefit): Promise<void> {
  const { accountId, benefitId, availableUntil } = benefit;
  return db.transaction(async (tx) => {
    await lockEditableAccount(tx, staff, { accountId, section: 'benefits' });
    const grantKey = await queueGrant(tx, benefit);
    if (!(await insertBenefit(tx, { ...benefit, grantKey }))) {
      throw conflict('This account has this benefit already.');
    }
    await recordAudit(tx, staff, {
      kind: 'benefit.create',
      target: targetOf(benefit),
      accountId,
      after: { accountDBID: accountId, benefitId, availableUntil: availableUntil.toISOString() },
    });
  });
}

/**
 * Changes until when it lasts. In the game the new grant comes before the old one is taken back, so that the
 * player has it all the time.
 *
 * @param revision what the editor had read; without it, whatever happened since is written over
 */
export function updateBenefit(
  db: Database,
  staff: Staff,
  { revision, ...benefit }: Benefit & { revision: number | undefined },
): Promise<void> {
  const { accountId, availableUntil } = benefit;
  return db.transaction(async (tx) => {
    const { userName } = await lockEditableAccount(tx, staff, { accountId, section: 'benefits' });
    const before = await selectBenefitLocked(tx, benefit);
    if (!before) throw missing();
    if (revision !== undefined && revision !== before.revision) {
      throw editConflict(presentBenefit({ ...before, userName }));
    }
    const isSame = before.availableUntil.getTime() === availableUntil.getTime();
    if (isSame && !(await isDeliveryCancelled(tx, before.grantKey))) return;
    const grantKey = await queueGrant(tx, benefit);
    await updateBenefitTime(tx, benefit, { availableUntil, grantKey });
    await withdrawDeliveries(tx, [before.grantKey]);
    await recordAudit(tx, staff, {
      kind: 'benefit.update',
      target: targetOf(benefit),
      accountId,
      before: { availableUntil: before.availableUntil.toISOString() },
      after: { availableUntil: availableUntil.toISOString() },
    });
  });
}

/** Takes a benefit from an account; the game takes it back. */
export function deleteBenefit(db: Database, staff: Staff, key: BenefitKey): Promise<void> {
  const { accountId, benefitId } = key;
  return db.transaction(async (tx) => {
    await lockEditableAccount(tx, staff, { accountId, section: 'benefits' });
    const before = await deleteBenefitRow(tx, key);
    if (!before) throw missing();
    await withdrawDeliveries(tx, [before.grantKey]);
    await recordAudit(tx, staff, {
      kind: 'benefit.delete',
      target: targetOf(key),
      accountId,
      before: { accountDBID: accountId, benefitId, availableUntil: before.availableUntil.toISOString() },
    });
  });
}

/** Under a key of its own: a benefit that is removed and given again is another grant. */
async function queueGrant(tx: Transaction, { accountId, benefitId, availableUntil }: Benefit) {
  const idempotencyKey = `benefit:${accountId}:${benefitId}:${randomUUID()}`;
  await queueDeliveries(tx, [
    { accountId, idempotencyKey, kind: 'benefit', itemId: benefitId, quantity: 1, availableUntil },
  ]);
  return idempotencyKey;
}

function targetOf({ accountId, benefitId }: BenefitKey): string {
  return `${accountId}/${benefitId}`;
}

function missing() {
  return notFound('This account does not have this benefit.');
}
