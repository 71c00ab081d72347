import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { recordAudit } from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { conflict } from '#platform/errors/app-error.ts';
import type { PaymentFacts } from '#platform/payments/payment-provider.ts';
import {
  askable,
  type AtDesk,
  carryOut,
  disputed,
  nothingLeft,
  requireItsProvider,
  underDesk,
  underWay,
} from './staff-order.ts';
import { settleOrderJob } from '#features/orders/job-definitions.ts';
import { askForFacts, type Learnt } from '#features/orders/payments/payment-snapshots.ts';
import { moveOrder } from '#features/orders/order-moves.service.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import { selectOrderPayments } from '#features/orders/payments/order-payments.queries.ts';
import {
  insertOrderRefunds,
  type NewRefund,
  selectRequestedRefunds,
} from '#features/orders/payments/order-refunds.queries.ts';
import { isMoneyHeld, isPaymentComing } from '#features/orders/orders.rules.ts';
import { insertOrderEvent, updateOrderFacts } from '#features/orders/orders.queries.ts';
import type { OrderPaymentRow, OrderRefundRow, OrderRow } from '#features/orders/orders.tables.ts';
import { noteOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';

/** Takes the order for paid, and gives its goods. */
export async function deliverReviewed(shop: OpenShop, desk: AtDesk): Promise<OrderState> {
  return decideByFacts(shop, desk, async (tx, order, facts) => {
    if (isDecidedAs(order, 'deliver')) return order.state;
    requireReview(order);
    if (order.reversedAt !== null)
      throw conflict('What this order brought was taken back. Refund it, and let the player buy it again.');
    const others = await selectOrderPayments(tx, order.id);
    if (facts && isMoneyHeld(facts) && others.some(({ state }) => state === 'paid'))
      throw conflict('This order was paid twice. Refund one of the payments first.');
    const { state } = await moveOrder(tx, order, {
      steps: ['paid'],
      reason: 'accepted by staff',
      changes: { decision: 'deliver' },
    });
    if (state === 'review')
      throw conflict('This product is sold out. Add a unit to its stock, or refund the order.');
    // What became of the payment meanwhile: a part may have gone back, or the bank may dispute it.
    await shop.jobs.enqueue(tx, settleOrderJob, { orderId: order.id });
    await tellAudit(tx, desk, { before: order, after: { state, decision: 'deliver' } });
    return state;
  });
}

/** Ends an order that nobody has paid. */
export async function cancelReviewed(shop: OpenShop, desk: AtDesk): Promise<OrderState> {
  return decideByFacts(shop, desk, async (tx, order, facts) => {
    if (isDecidedAs(order, 'cancel')) return order.state;
    requireReview(order);
    await requireNoMoney(tx, order, facts);
    const { state } = await moveOrder(tx, order, {
      steps: ['cancelled'],
      reason: 'cancelled by staff',
      changes: { decision: 'cancel' },
    });
    await tellAudit(tx, desk, { before: order, after: { state, decision: 'cancel' } });
    return state;
  });
}

function decideByFacts(
  shop: OpenShop,
  desk: AtDesk,
  apply: (tx: Transaction, order: OrderRow, facts: Learnt) => Promise<OrderState>,
): Promise<OrderState> {
  return underDesk<Learnt, OrderState>(shop, desk, {
    ask: async (order) => {
      requireItsProvider(shop, order);
      if (order.sessionId === null) return { answer: undefined };
      // From here on nobody pays behind the decision's back.
      if (order.state === 'review') await shop.payments.expireSession(order.sessionId);
      return { answer: await askForFacts(shop, order.sessionId) };
    },
    apply,
  });
}

/** The second click on the same decision. */
function isDecidedAs({ state, decision }: OrderRow, decided: OrderRow['decision']): boolean {
  return state !== 'review' && decision === decided;
}

async function requireNoMoney(tx: Transaction, order: OrderRow, facts: Learnt): Promise<void> {
  const others = await selectOrderPayments(tx, order.id);
  if ((facts && isMoneyHeld(facts)) || others.some(({ state }) => state === 'paid'))
    throw conflict('Money was taken for this order. Refund it instead.');
  if ((facts && isPaymentComing(facts)) || others.some(({ state }) => state === 'promised'))
    throw conflict('A payment for this order is on its way. Wait for it to come or to fail.');
}

/** Gives back all the money of the order. */
export async function refundReviewed(shop: OpenShop, desk: AtDesk): Promise<OrderState> {
  const { orderId } = desk;
  const refunds = await underDesk<Learnt, OrderRefundRow[]>(shop, desk, {
    ask: async (order) => {
      requireItsProvider(shop, order);
      await lookAtOthers(shop, orderId);
      const { sessionId } = order;
      return { answer: sessionId === null ? undefined : await askForFacts(shop, sessionId) };
    },
    apply: (tx, order, facts) => writeAllRefunds(tx, { order, facts, desk }),
  });
  if (refunds.length > 0) return carryOut(shop, refunds);
  return (await askable(settleOrder(shop, orderId))) ?? 'review';
}

/** There is hardly ever more than one. */
async function lookAtOthers(shop: OpenShop, orderId: number): Promise<void> {
  for (const { sessionId } of await selectOrderPayments(shop.db, orderId))
    await noteOtherSession(shop, { orderId, sessionId });
}

async function writeAllRefunds(
  tx: Transaction,
  { order, facts, desk }: { order: OrderRow; facts: Learnt; desk: AtDesk },
): Promise<OrderRefundRow[]> {
  const requested = await selectRequestedRefunds(tx, order.id);
  if (order.decision === 'refund') return requested;
  requireReview(order);
  if (requested.length > 0) throw underWay();
  if (facts?.dispute === 'open') throw disputed();
  const others = await selectOrderPayments(tx, order.id);
  const paid = [
    ...(facts && isMoneyHeld(facts) ? [facts] : []),
    ...others.filter(({ state }) => state === 'paid'),
  ];
  if (paid.length === 0) throw nothingLeft();
  const written = await insertOrderRefunds(
    tx,
    paid.map((payment) => refundOf(payment, order, desk)),
  );
  await updateOrderFacts(tx, order.id, { decision: 'refund' });
  const event = { fromState: order.state, toState: order.state, reason: 'refunded by staff' };
  await insertOrderEvent(tx, { orderId: order.id, ...event });
  await tellAudit(tx, desk, { before: order, after: { decision: 'refund' } });
  return written;
}

function refundOf(
  { sessionId, paymentIntentId, amountCents, refundedCents }: PaymentFacts | OrderPaymentRow,
  { id: orderId }: OrderRow,
  { staff }: AtDesk,
): NewRefund {
  if (!paymentIntentId || amountCents === null) throw nothingLeft();
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

/** In the words of the wire. */
async function tellAudit(
  tx: Transaction,
  { staff }: AtDesk,
  { before: order, after }: { before: OrderRow; after: Record<string, unknown> },
): Promise<void> {
  const { id: target, accountId, state, reviewReason } = order;
  await recordAudit(tx, staff, {
    kind: 'order.review',
    target,
    accountId,
    before: { state, reviewReason },
    after,
  });
}

function requireReview({ state, decision }: OrderRow): void {
  if (state !== 'review') throw conflict('This order is not in review any more.');
  if (decision === 'refund') throw underWay();
}
