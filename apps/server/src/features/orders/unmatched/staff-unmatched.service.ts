import { sql } from 'drizzle-orm';
import { selectAccount } from '#features/identity/identity.ts';
import {
  asStaff,
  audited,
  type Outcome,
  requireOtherOrOwner,
  requireRight,
  type Staff,
  type StaffRight,
  unchanged,
} from '#features/staff/staff.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Transaction } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import { paymentDisputed, requireSameProvider, retryable } from '#features/orders/admin/staff-order.ts';
import { type OpenShop, type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import type { FoundSnapshot } from '#features/orders/payments/payment-snapshots.ts';
import type { UnmatchedPaymentRow } from '#features/orders/orders.tables.ts';
import { recordUnmatched } from './record-unmatched.service.ts';
import { selectUnmatched, selectUnmatchedForUpdate, updateUnmatched } from './unmatched.queries.ts';
import { carryOutUnmatchedRefund } from './unmatched-refunds.service.ts';

const SECTION: StaffRight = { section: 'orders' };

/**
 * Refunds what is left of the payment. Written before the provider is asked, so that it happens once.
 *
 * @throws what `asStaff` throws; notFound; conflict when it is disputed, or somebody was faster; unavailable when the
 *   provider cannot be asked now
 */
export async function refundUnmatched(
  parts: OrderParts,
  staff: Staff,
  { id, ...refund }: { id: number; seenRefundedCents?: number; reason: string },
): Promise<void> {
  const shop = requireOpenShop(parts);
  await refreshForStaff(shop, staff, { id });
  await asStaff(shop.db, staff, SECTION, ({ tx, viewer }) => writeRefund(tx, { id, viewer, ...refund }));
  const failure = await retryable(
    carryOutUnmatchedRefund(shop, id),
    'The refund is written down, and done as soon as the payment provider answers.',
  );
  if (failure !== undefined) throw conflict(`The payment provider refused the refund: ${failure}`);
}

/**
 * Checks the right, then brings the record up to date with the provider, before it is decided about.
 *
 * @returns the payment's status; undefined when it is attached already, or the provider has no such session
 */
export async function refreshForStaff(
  shop: OpenShop,
  staff: Staff,
  { id, right = SECTION }: { id: number; right?: StaffRight },
): Promise<FoundSnapshot> {
  const { sessionId } = await readForStaff(shop, staff, { id, right });
  return (await retryable(recordUnmatched(shop, sessionId))).payment;
}

/** Checks the right, and reads the record as it is. @throws notFound; conflict for one of another provider */
export async function readForStaff(
  shop: OpenShop,
  staff: Staff,
  { id, right }: { id: number; right: StaffRight },
): Promise<UnmatchedPaymentRow> {
  await requireRight(shop.db, staff, right);
  const payment = await selectUnmatched(shop.db, { id });
  if (!payment) throw noSuchPayment();
  requireSameProvider(shop, payment);
  return payment;
}

/** Locks the payment. @throws notFound; conflict when it was refunded or attached, perhaps by somebody else just now */
export async function lockOpenPayment(tx: Transaction, id: number): Promise<UnmatchedPaymentRow> {
  const payment = await selectUnmatchedForUpdate(tx, id);
  if (!payment) throw noSuchPayment();
  switch (payment.state) {
    case 'open':
      return payment;
    case 'refunding':
      throw conflict('A refund of this payment is under way. Look at it again in a moment.');
    case 'refunded':
      throw moneyReturned();
    case 'attached':
      throw conflict(`This payment belongs to order ${payment.orderId}. Look there.`);
  }
}

async function writeRefund(
  tx: Transaction,
  {
    id,
    viewer,
    seenRefundedCents,
    reason,
  }: { id: number; viewer: Viewer; seenRefundedCents?: number; reason: string },
): Promise<Outcome<void>> {
  const known = await selectUnmatchedForUpdate(tx, id);
  // The second click, or a try after an outage.
  if (known?.state === 'refunding' && known.refundStaffId === viewer.accountId) return unchanged(undefined);
  const payment = await lockOpenPayment(tx, id);
  if (payment.dispute === 'open') throw paymentDisputed();
  await requireOtherPayer(tx, viewer, payment);
  const { amountCents, refundedCents, refundAttempt, paymentIntentId } = payment;
  if ((seenRefundedCents ?? refundedCents) !== refundedCents)
    throw conflict('Some of this payment was refunded meanwhile. Look at the numbers again.');
  const cents = amountCents - refundedCents;
  await updateUnmatched(tx, payment, {
    state: 'refunding',
    refundStaffId: viewer.accountId,
    refundCents: cents,
    refundBeforeCents: refundedCents,
    refundRequestedAt: sql`now()`,
    refundAttempt: refundAttempt + 1,
    refundFailure: null,
  });
  return audited(
    {
      kind: 'unmatched.refund',
      target: id,
      before: { refunded: refundedCents / 100 },
      after: { refunded: amountCents / 100, paymentIntentId },
      spends: { refunds: cents },
      reason,
    },
    undefined,
  );
}

/** Nobody but an owner refunds what they paid themselves, as far as the payer's address shows. */
async function requireOtherPayer(
  tx: Transaction,
  viewer: Viewer,
  { payerEmail }: UnmatchedPaymentRow,
): Promise<void> {
  const own = await selectAccount(tx, viewer.accountId);
  if (own && payerEmail !== null && own.email.toLowerCase() === payerEmail.toLowerCase())
    requireOtherOrOwner(viewer, own.id);
}

export function moneyReturned() {
  return conflict('The money of this payment was returned. There is nothing left to decide.');
}

function noSuchPayment() {
  return notFound('There is no such payment.');
}
