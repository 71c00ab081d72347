import type { OrderEffects } from '@waygate/contract/orders/order-effects.schemas';
import type { ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import {
  type AuditAction,
  audited,
  type Outcome,
  type Spending,
  spendingOfGrant,
  type Staff,
  sumOfSpending,
  unchanged,
} from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { conflict } from '#platform/errors/app-error.ts';
import type { PaymentSnapshot } from '#platform/payments/payment-provider.ts';
import {
  asOrderStaff,
  executeRefunds,
  nothingToRefund,
  paymentDisputed,
  refundPending,
  requireSameProvider,
  retryable,
} from './staff-order.ts';
import { settleOrderJob } from '#features/orders/job-definitions.ts';
import type { FoundSnapshot } from '#features/orders/payments/payment-snapshots.ts';
import { moveOrder, type Settled } from '#features/orders/order-moves.service.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import {
  selectOrderPayments,
  updateOrderPaymentsReturned,
} from '#features/orders/payments/order-payments.queries.ts';
import type { BegunAt } from '#features/orders/payments/payment-readings.queries.ts';
import {
  insertOrderRefunds,
  type NewRefund,
  selectRequestedRefunds,
} from '#features/orders/payments/order-refunds.queries.ts';
import { isMoneyHeld, isPaymentComing } from '#features/orders/orders.rules.ts';
import {
  insertOrderEvent,
  selectOrderForUpdate,
  selectOrderLines,
  updateOrderFields,
} from '#features/orders/orders.queries.ts';
import type { OrderPaymentRow, OrderRefundRow, OrderRow } from '#features/orders/orders.tables.ts';
import { recordOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { applyPayment, settleOrder } from '#features/orders/settlement.service.ts';
import { decideByPayment, effectsOf, fetchOwnPayment, type Reviewed } from './decide-by-payment.service.ts';
import { measureEffects, requireExpected } from './order-effects.service.ts';

/** An order in review, what the form showed, and why staff decide so. */
export type Review = { orderId: number; expected?: OrderEffects | undefined; reason: string };

/**
 * Accepts the order as paid and delivers it, again if its items were revoked. What it grants counts as given by these
 * staff.
 */
export async function deliverReviewed(
  shop: OpenShop,
  staff: Staff,
  { orderId, expected, reason }: Review,
): Promise<OrderState> {
  return decideByPayment(shop, staff, {
    orderId,
    decision: 'deliver',
    expected,
    carryOut: acceptReviewed,
    record: async (tx, order, state) => {
      // The payment may have changed meanwhile: it may be refunded in part, or disputed.
      await shop.jobs.enqueue(tx, settleOrderJob, { orderId: order.id });
      const isGranted = order.fulfilledAt !== null && order.reversedAt === null;
      const spends = isGranted ? {} : await spendingOn(tx, order);
      return audited({ ...reviewOf(order, { state, decision: 'deliver' }), spends, reason }, state);
    },
  });
}

/** Moves the order to paid, or to disputed while its payment is. Grants what isn't granted. */
async function acceptReviewed(tx: Transaction, { order, payment }: Reviewed): Promise<OrderState> {
  requireReview(order);
  await requireDeliverable(tx, order, payment);
  const accepted = await moveOrder(tx, order, {
    steps: ['paid'],
    reason: order.reversedAt === null ? 'accepted by staff' : 'delivered again by staff',
    changes: { decision: 'deliver' },
    isAgain: true,
  });
  const state = payment?.dispute === 'open' ? await holdAccepted(tx, accepted, order.id) : accepted.state;
  if (state === 'review')
    throw conflict('This product is sold out. Add a unit to its stock, or refund the order.');
  return state;
}

async function requireDeliverable(tx: Transaction, order: OrderRow, payment: FoundSnapshot): Promise<void> {
  const others = await selectOrderPayments(tx, order.id);
  const isPaidOtherwise = others.some(({ state }) => state === 'paid');
  const isHeld = payment !== undefined && isMoneyHeld(payment);
  if (isHeld && isPaidOtherwise)
    throw conflict('This order was paid twice. Refund one of the payments first.');
  if (order.reversedAt !== null && payment && !isHeld && !isPaidOtherwise)
    throw conflict('The money of this order was returned again. Nothing was delivered.');
}

/** In the transaction that grants: nothing of a disputed order may be sent in between. */
async function holdAccepted(tx: Transaction, accepted: Settled, orderId: number): Promise<OrderState> {
  const order = await selectOrderForUpdate(tx, orderId);
  if (!order || order.state !== 'paid') return accepted.state;
  return (await moveOrder(tx, order, { steps: ['disputed'] })).state;
}

async function spendingOn(tx: Transaction, { id }: OrderRow): Promise<Spending> {
  return sumOfSpending((await selectOrderLines(tx, [id])).map(spendingOfGrant));
}

/** Ends an order that nobody has paid. */
export async function cancelReviewed(
  shop: OpenShop,
  staff: Staff,
  { orderId, expected, reason }: Review,
): Promise<OrderState> {
  return decideByPayment(shop, staff, {
    orderId,
    decision: 'cancel',
    expected,
    carryOut: endUnpaid,
    record: async (_tx, order, state) =>
      audited({ ...reviewOf(order, { state, decision: 'cancel' }), reason }, state),
  });
}

async function endUnpaid(tx: Transaction, { order, payment }: Reviewed): Promise<OrderState> {
  requireReview(order);
  await requireUnpaid(tx, order, payment);
  const { state } = await moveOrder(tx, order, {
    steps: ['cancelled'],
    reason: 'cancelled by staff',
    changes: { decision: 'cancel' },
  });
  return state;
}

/**
 * What a decision would do, by the code that does it. Unlike the decision, it leaves an open checkout open.
 *
 * @throws what the decision throws
 */
export function previewReview(
  shop: OpenShop,
  staff: Staff,
  { orderId, decision }: { orderId: number; decision: ReviewDecision },
): Promise<OrderEffects> {
  return asOrderStaff<FoundSnapshot, OrderEffects>(shop, staff, orderId, {
    fetch: (order) => fetchOwnPayment(shop, order),
    apply: async (tx, order, payment, begunAt) => {
      switch (decision) {
        case 'deliver':
          return unchanged(await effectsOf(tx, { order, payment }, acceptReviewed));
        case 'refund':
          return unchanged(await effectsOfRefunds(tx, { order, payment, begunAt }));
        case 'cancel':
          return unchanged(await effectsOf(tx, { order, payment }, endUnpaid));
      }
    },
  });
}

async function requireUnpaid(tx: Transaction, order: OrderRow, payment: FoundSnapshot): Promise<void> {
  const others = await selectOrderPayments(tx, order.id);
  if ((payment && isMoneyHeld(payment)) || others.some(({ state }) => state === 'paid'))
    throw conflict('Money was taken for this order. Refund it instead.');
  if ((payment && isPaymentComing(payment)) || others.some(({ state }) => state === 'promised'))
    throw conflict('A payment for this order is on its way. Wait for it to come or to fail.');
}

/** Refunds all payments of the order. */
export async function refundReviewed(
  shop: OpenShop,
  staff: Staff,
  { orderId, ...review }: Review,
): Promise<OrderState> {
  const refunds = await asOrderStaff<FoundSnapshot, OrderRefundRow[]>(shop, staff, orderId, {
    fetch: async (order) => {
      requireSameProvider(shop, order);
      await refreshOtherPayments(shop, orderId);
      return fetchOwnPayment(shop, order);
    },
    apply: (tx, order, payment, begunAt) =>
      writeAllRefunds(tx, { order, payment, begunAt, staff, ...review }),
  });
  if (refunds.length > 0) return executeRefunds(shop, refunds);
  return (await retryable(settleOrder(shop, orderId))) ?? 'review';
}

/** One call to the provider for each, since there is hardly ever more than one. */
async function refreshOtherPayments(shop: OpenShop, orderId: number): Promise<void> {
  for (const { sessionId } of await selectOrderPayments(shop.db, orderId))
    await recordOtherSession(shop, { orderId, sessionId });
}

type Refunding = Reviewed & { begunAt: BegunAt };

async function writeAllRefunds(
  tx: Transaction,
  { staff, expected, reason, ...reviewed }: Refunding & { staff: Staff } & Omit<Review, 'orderId'>,
): Promise<Outcome<OrderRefundRow[]>> {
  const { order } = reviewed;
  if (order.decision === 'refund') return unchanged(await selectRequestedRefunds(tx, order.id));
  await requireExpected(expected, () => effectsOfRefunds(tx, reviewed));
  const paid = await selectHeldPayments(tx, reviewed);
  const written = await insertOrderRefunds(
    tx,
    paid.map((each) => refundOf(each, order, staff)),
  );
  await updateOrderFields(tx, order.id, { decision: 'refund' });
  const event = { fromState: order.state, toState: order.state, reason: 'refunded by staff' };
  await insertOrderEvent(tx, { orderId: order.id, ...event });
  const refunds = written.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return audited({ ...reviewOf(order, { decision: 'refund' }), spends: { refunds }, reason }, written);
}

/** Settles the order by its payments as the provider will report them after the refunds. */
async function effectsOfRefunds(tx: Transaction, reviewed: Refunding): Promise<OrderEffects> {
  const { order, payment, begunAt } = reviewed;
  const paid = await selectHeldPayments(tx, reviewed);
  const refunds = paid.map(({ amountCents, refundedCents, currency }) => ({
    amount: ((amountCents ?? 0) - refundedCents) / 100,
    currency: currency ?? order.currency,
  }));
  const subject = { orderId: order.id, accountId: order.accountId };
  return measureEffects(tx, subject, {
    refunds,
    decide: async (inner) => {
      await updateOrderPaymentsReturned(inner, order.id);
      const own =
        payment && isMoneyHeld(payment) ? { ...payment, refundedCents: payment.amountCents ?? 0 } : payment;
      await applyPayment(inner, { ...order, decision: 'refund' }, own, begunAt);
      return order.id;
    },
  });
}

/** The payments to refund. @throws conflict when there are none, or they can't be refunded now */
async function selectHeldPayments(
  tx: Transaction,
  { order, payment }: Reviewed,
): Promise<(PaymentSnapshot | OrderPaymentRow)[]> {
  requireReview(order);
  if ((await selectRequestedRefunds(tx, order.id)).length > 0) throw refundPending();
  if (payment?.dispute === 'open') throw paymentDisputed();
  const others = await selectOrderPayments(tx, order.id);
  const paid = [
    ...(payment && isMoneyHeld(payment) ? [payment] : []),
    ...others.filter(({ state }) => state === 'paid'),
  ];
  if (paid.length === 0) throw nothingToRefund();
  return paid;
}

function refundOf(
  { sessionId, paymentIntentId, amountCents, refundedCents }: PaymentSnapshot | OrderPaymentRow,
  { id: orderId }: OrderRow,
  staff: Staff,
): NewRefund {
  if (!paymentIntentId || amountCents === null) throw nothingToRefund();
  return {
    orderId,
    sessionId,
    paymentIntentId,
    amountCents: amountCents - refundedCents,
    refundedBeforeCents: refundedCents,
    requestId: null,
    staffId: staff.viewer.accountId,
  };
}

function reviewOf(order: OrderRow, after: Record<string, unknown>): AuditAction {
  const { id: target, state, reviewReason } = order;
  return { kind: 'order.review', target, before: { state, reviewReason }, after };
}

function requireReview({ state, decision }: OrderRow): void {
  if (state !== 'review') throw conflict('This order is not in review any more.');
  if (decision === 'refund') throw refundPending();
}
