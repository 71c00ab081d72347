import { sql } from 'drizzle-orm';
import { updateBudgetUseReturned } from '#features/staff/staff.ts';
import { PaymentKeySpent, PaymentRefused } from '#platform/payments/payment-provider.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import { fetchPaymentSnapshot } from '#features/orders/payments/payment-snapshots.ts';
import {
  selectUnmatched,
  selectUnmatchedForUpdate,
  type UnmatchedRow,
  updateUnmatched,
} from './unmatched.queries.ts';

/** If the provider has stored a failure under the key, a call retries once with a new key. */
const MAX_ATTEMPTS = 2;

type Outcome = { isDone: true } | { isDone: false; failure: string };

/**
 * Has the provider execute the refund that was written, once for any number of callers and crashes.
 *
 * @returns why the provider refused; undefined when it is done
 * @throws PaymentUnavailable, PaymentKeySpent when the provider cannot be asked; the reconciler retries
 */
export async function carryOutUnmatchedRefund(shop: OpenShop, id: number): Promise<string | undefined> {
  for (let count = 1; ; count += 1) {
    const payment = await selectUnmatched(shop.db, { id });
    if (payment?.state !== 'refunding') return payment?.refundFailure ?? undefined;
    const outcome = await send(shop, payment);
    if ('isDone' in outcome) {
      await storeOutcome(shop, payment, outcome);
      return outcome.isDone ? undefined : outcome.failure;
    }
    if (count === MAX_ATTEMPTS) throw outcome.spent;
    await updateUnmatched(shop.db, payment, { refundAttempt: payment.refundAttempt + 1 });
  }
}

async function send(shop: OpenShop, payment: UnmatchedRow): Promise<Outcome | { spent: PaymentKeySpent }> {
  const { paymentIntentId, sessionId, isStale } = payment;
  const amountCents = payment.refundCents ?? 0;
  try {
    if (isStale) throw new PaymentRefused('The refund could not be requested in time.');
    await shop.payments.refund({ paymentIntentId, amountCents, idempotencyKey: keyOf(payment) });
    return { isDone: true };
  } catch (error) {
    if (!(error instanceof PaymentRefused || error instanceof PaymentKeySpent)) throw error;
    const now = await fetchPaymentSnapshot(shop, sessionId);
    // An earlier call was carried out, although its answer was lost.
    if ((now?.refundedCents ?? 0) >= (payment.refundBeforeCents ?? 0) + amountCents) return { isDone: true };
    return error instanceof PaymentRefused ? { isDone: false, failure: error.message } : { spent: error };
  }
}

/** The reference is unique on the provider's account, unlike the ids of two installations or of a restored backup. */
function keyOf({ reference, sessionId, refundBeforeCents, refundAttempt }: UnmatchedRow): string {
  return `${reference}-unmatched-${sessionId.slice(-24)}-${refundBeforeCents}-${refundAttempt}`;
}

async function storeOutcome(shop: OpenShop, { id }: UnmatchedRow, outcome: Outcome): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const payment = await selectUnmatchedForUpdate(tx, id);
    if (payment?.state !== 'refunding') return;
    const { refundStaffId: staffId, refundCents, refundRequestedAt: countedAt, refundBeforeCents } = payment;
    const amount = refundCents ?? 0;
    if (outcome.isDone) {
      const refundedCents = Math.max(payment.refundedCents, (refundBeforeCents ?? 0) + amount);
      const changes = { refundedCents, refundFailure: null, closedAt: sql`now()` };
      await updateUnmatched(tx, payment, { state: 'refunded', ...changes });
      return;
    }
    await updateUnmatched(tx, payment, { state: 'open', refundFailure: outcome.failure });
    // No money went out, so the staff member's budget of that day has it again.
    if (staffId !== null && countedAt !== null)
      await updateBudgetUseReturned(tx, { staffId, kind: 'refunds', amount, countedAt });
    shop.log.warn({ unmatchedPaymentId: id, failure: outcome.failure }, 'a refund was refused');
  });
}
