import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { updateBudgetUseReturned } from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { PaymentKeySpent, PaymentRefused } from '#platform/payments/payment-provider.ts';
import { fetchPaymentSnapshot } from './payment-snapshots.ts';
import { type OpenShop, type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import {
  selectOrder,
  updateOrderDecisionWithdrawn,
  updateOrderFields,
} from '#features/orders/orders.queries.ts';
import type { OrderRefundRow } from '#features/orders/orders.tables.ts';
import { selectOrderRefund, updateRefundAttempt, updateRefundSettled } from './order-refunds.queries.ts';
import { recordOtherSession } from './other-payments.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

/** If the provider has stored a failure under the key, a call retries once with a new key. */
const MAX_ATTEMPTS = 2;

type Outcome = { state: 'done' } | { state: 'refused'; failure: string };

export type CarriedOut = Outcome & { orderState: OrderState };

/**
 * Requests a refund at the provider, once for any number of callers and crashes, then settles the order by the new
 * payment status.
 *
 * @throws PaymentUnavailable, PaymentKeySpent when the provider cannot be reached; the reconciler retries
 */
export async function carryOutRefund(parts: OrderParts, refundId: number): Promise<CarriedOut> {
  const shop = requireOpenShop(parts);
  const refund = await getRefund(shop, refundId);
  const outcome = refund.state === 'requested' ? await requestRefund(shop, refund) : outcomeOf(refund);
  return { ...outcome, orderState: await settleAfterRefund(shop, refund) };
}

async function requestRefund(shop: OpenShop, first: StoredRefund): Promise<Outcome> {
  let refund = first;
  for (let count = 1; ; count += 1) {
    const outcome = await sendRefund(shop, refund);
    if ('state' in outcome) return storeOutcome(shop, refund, outcome);
    if (count === MAX_ATTEMPTS) throw outcome.spent;
    await updateRefundAttempt(shop.db, refund);
    refund = await getRefund(shop, refund.id);
    if (refund.state !== 'requested') return outcomeOf(refund);
  }
}

/** If the provider refuses but the refunded amount has grown by this refund's amount, the refund was carried out. */
async function sendRefund(
  shop: OpenShop,
  refund: StoredRefund,
): Promise<Outcome | { spent: PaymentKeySpent }> {
  const { paymentIntentId, amountCents, isStale } = refund;
  try {
    if (isStale) throw new PaymentRefused('The refund could not be requested in time.');
    const idempotencyKey = await keyOf(shop, refund);
    await shop.payments.refund({ paymentIntentId, amountCents, idempotencyKey });
    return { state: 'done' };
  } catch (error) {
    if (!(error instanceof PaymentRefused || error instanceof PaymentKeySpent)) throw error;
    const payment = await fetchPaymentSnapshot(shop, refund.sessionId);
    const isDone = (payment?.refundedCents ?? 0) >= refund.refundedBeforeCents + amountCents;
    if (isDone) return { state: 'done' };
    return error instanceof PaymentRefused ? { state: 'refused', failure: error.message } : { spent: error };
  }
}

/** Contains the order's reference, because other installations on the same Stripe account use the same refund ids. */
async function keyOf({ db }: OpenShop, { id, orderId, attempt }: StoredRefund): Promise<string> {
  const order = await selectOrder(db, orderId);
  return `${order?.reference}-refund-${id}-${attempt}`;
}

async function storeOutcome(shop: OpenShop, refund: StoredRefund, outcome: Outcome): Promise<Outcome> {
  const { id, orderId } = refund;
  const isStored = await shop.db.transaction(async (tx) => {
    if (!(await updateRefundSettled(tx, id, outcome))) return false;
    // Increases the revision, so that concurrent callers read the payment again.
    await updateOrderFields(tx, orderId, {});
    if (outcome.state === 'refused') {
      await updateOrderDecisionWithdrawn(tx, orderId);
      await returnBudget(tx, refund);
    }
    return true;
  });
  if (isStored && outcome.state === 'refused')
    shop.log.warn({ orderId, refundId: id, failure: outcome.failure }, 'a refund was refused');
  return isStored ? outcome : outcomeOf(await getRefund(shop, id));
}

/** No money went out, so the staff member's budget of that day has it again. */
function returnBudget(tx: Transaction, { staffId, amountCents, createdAt }: StoredRefund): Promise<void> {
  const counted = { kind: 'refunds', amount: amountCents, countedAt: createdAt } as const;
  return updateBudgetUseReturned(tx, { staffId, ...counted });
}

async function settleAfterRefund(shop: OpenShop, { orderId, sessionId }: StoredRefund): Promise<OrderState> {
  const order = await selectOrder(shop.db, orderId);
  if (order && order.sessionId !== sessionId) await recordOtherSession(shop, { orderId, sessionId });
  const state = await settleOrder(shop, orderId);
  if (state === undefined) throw new Error(`Order ${orderId} is gone, and orders are never deleted.`);
  return state;
}

function outcomeOf({ state, failure }: OrderRefundRow): Outcome {
  return state === 'refused' ? { state, failure: failure ?? '' } : { state: 'done' };
}

type StoredRefund = OrderRefundRow & { isStale: boolean };

async function getRefund({ db }: OpenShop, id: number): Promise<StoredRefund> {
  const refund = await selectOrderRefund(db, id);
  if (!refund) throw new Error(`Refund ${id} is gone, and refunds are never deleted.`);
  return refund;
}
