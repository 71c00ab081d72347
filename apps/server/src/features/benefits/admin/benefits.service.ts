import {
  asStaff,
  asStaffInTransaction,
  type AuditAction,
  audited,
  type Staff,
  unchanged,
} from '#features/staff/staff.ts';
import {
  createBenefitKey,
  queueDeliveries,
  selectIsDeliveryCancelled,
  withdrawDeliveries,
} from '#features/deliveries/deliveries.ts';
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

/** A benefit of an account, and its end. */
export type Benefit = BenefitKey & { availableUntil: Date };

/** The grant that an account has. */
type Granted = { availableUntil: Date; grantKey: string };

/** Why, for the audit log. */
type Reason = { reason?: string | undefined };

/**
 * Grants an account a benefit that it does not have, and queues the delivery to the game.
 *
 * @throws what `asStaff` throws; conflict when the account has the benefit
 */
export async function createBenefit(db: Database, staff: Staff, benefit: Benefit & Reason): Promise<void> {
  const isNew = await db.transaction((tx) => createBenefitInTransaction(tx, staff, benefit));
  if (!isNew) throw conflict('This account has this benefit already.');
}

/** @returns false when the account has the benefit, which has not ended */
export function createBenefitInTransaction(
  outer: Transaction,
  staff: Staff,
  { reason, ...benefit }: Benefit & Reason,
): Promise<boolean> {
  const { accountId, benefitId, availableUntil } = benefit;
  const right = { section: 'benefits', accountId, givesValue: true } as const;
  return asStaffInTransaction(outer, staff, right, async ({ tx }) => {
    const before = await selectBenefitLocked(tx, benefit);
    if (before && before.availableUntil > new Date()) return unchanged(false);
    if (before) return audited(await replaceGrant(tx, before, { ...benefit, reason }), true);
    const grantKey = await queueGrant(tx, benefit);
    // The account's lock is held, so nobody else inserts it meanwhile.
    await insertBenefit(tx, { ...benefit, grantKey });
    const created: AuditAction = {
      kind: 'benefit.create',
      target: targetOf(benefit),
      after: { accountDBID: accountId, benefitId, availableUntil: availableUntil.toISOString() },
      spends: { items: 1 },
      reason,
    };
    return audited(created, true);
  });
}

/**
 * Changes the end of a benefit. In the game the new grant comes before the old one is revoked, so that the player never
 * lacks the benefit.
 *
 * @param benefit without the `revision` that the editor had read, changes made since are overwritten
 * @throws what `asStaff` throws; notFound; editConflict
 */
export function updateBenefit(
  db: Database,
  staff: Staff,
  { revision, reason, ...benefit }: Benefit & Reason & { revision: number | undefined },
): Promise<void> {
  const { accountId, availableUntil } = benefit;
  return asStaff(db, staff, { section: 'benefits', accountId, givesValue: true }, async ({ tx, account }) => {
    const { userName } = account;
    const before = await selectBenefitLocked(tx, benefit);
    if (!before) throw missing();
    if (revision !== undefined && revision !== before.revision) {
      throw editConflict(presentBenefit({ ...before, userName }));
    }
    const isSame = before.availableUntil.getTime() === availableUntil.getTime();
    if (isSame && !(await selectIsDeliveryCancelled(tx, before.grantKey))) return unchanged();
    return audited(await replaceGrant(tx, before, { ...benefit, reason }));
  });
}

/** Queues the new grant before the revocation. @returns its audit entry */
async function replaceGrant(
  tx: Transaction,
  before: Granted,
  { reason, ...benefit }: Benefit & Reason,
): Promise<AuditAction> {
  const { availableUntil } = benefit;
  const grantKey = await queueGrant(tx, benefit);
  await updateBenefitTime(tx, benefit, { availableUntil, grantKey });
  await withdrawDeliveries(tx, [before.grantKey]);
  return {
    kind: 'benefit.update',
    target: targetOf(benefit),
    before: { availableUntil: before.availableUntil.toISOString() },
    after: { availableUntil: availableUntil.toISOString() },
    spends: { items: availableUntil < before.availableUntil ? 0 : 1 },
    reason,
  };
}

/**
 * Revokes a benefit, on the portal and in the game.
 *
 * @throws what `asStaff` throws; notFound
 */
export function deleteBenefit(
  db: Database,
  staff: Staff,
  { reason, ...key }: BenefitKey & Reason,
): Promise<void> {
  const { accountId, benefitId } = key;
  return asStaff(db, staff, { section: 'benefits', accountId, givesValue: true }, async ({ tx }) => {
    const before = await deleteBenefitRow(tx, key);
    if (!before) throw missing();
    await withdrawDeliveries(tx, [before.grantKey]);
    return audited({
      kind: 'benefit.delete',
      target: targetOf(key),
      before: { accountDBID: accountId, benefitId, availableUntil: before.availableUntil.toISOString() },
      reason,
    });
  });
}

/** Each grant has its own key: a benefit that is revoked and granted again is another grant. */
async function queueGrant(tx: Transaction, { accountId, benefitId, availableUntil }: Benefit) {
  const idempotencyKey = createBenefitKey({ accountId, benefitId });
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
