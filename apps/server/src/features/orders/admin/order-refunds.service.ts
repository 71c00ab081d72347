import type { ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import type { OrderEffects } from '@waygate/contract/orders/order-effects.schemas';
import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { audited, type Outcome, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { conflict, invalid, notFound } from '#platform/errors/app-error.ts';
import type { PaymentSnapshot } from '#platform/payments/payment-provider.ts';
import {
  asOrderStaff,
  executeRefunds,
  nothingToRefund,
  paymentDisputed,
  refundPending,
} from './staff-order.ts';
import { fetchOwnPayment } from './decide-by-payment.service.ts';
import { measureEffects, requireExpected } from './order-effects.service.ts';
import { fetchPaymentSnapshot, type FoundSnapshot } from '#features/orders/payments/payment-snapshots.ts';
import { recordPayment } from '#features/orders/payments/other-payments.service.ts';
import type { BegunAt } from '#features/orders/payments/payment-readings.queries.ts';
import { applyPayment } from '#features/orders/settlement.service.ts';
import { type OpenShop, type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import { selectOrderPayments } from '#features/orders/payments/order-payments.queries.ts';
import {
  insertOrderRefunds,
  selectRefundOfRequest,
  selectRequestedRefunds,
} from '#features/orders/payments/order-refunds.queries.ts';
import { isMoneyHeld } from '#features/orders/orders.rules.ts';
import { cancelReviewed, deliverReviewed, refundReviewed, type Review } from './order-reviews.service.ts';
import { selectOrder, updateOrderFields } from '#features/orders/orders.queries.ts';
import type { OrderRefundRow, OrderRow } from '#features/orders/orders.tables.ts';

export type RefundInput = {
  orderId: number;
  /** Everything that is left when omitted. */
  amountCents?: number;
  /** Of the form: a second click, or a second try after a timeout, is the same refund. */
  requestId: string;
  /** The refunded sum that the form showed. If it has changed since, the refund is refused. */
  seenRefundedCents?: number;
  /** A payment other than the order's own. */
  paymentIntentId?: string;
  /** What the form showed. If it would do something else by now, the refund is refused. */
  expected?: OrderEffects | undefined;
  /** For the audit log. */
  reason: string;
};

/**
 * Refunds an amount, or all that is left, of the order's own payment, unless another one is named or is the only one
 * with money. The refund is written before the provider is asked, so that it happens once, whichever process executes it: this
 * call, another click, or the reconciler after a crash.
 *
 * @returns the order's state afterwards
 * @throws what `asStaff` throws, when the refund is written; conflict when it is not possible; unavailable when the
 *   provider cannot be asked now
 */
export async function refundOrder(parts: OrderParts, staff: Staff, input: RefundInput): Promise<OrderState> {
  const shop = requireOpenShop(parts);
  const { orderId, requestId, paymentIntentId } = input;
  const written = await selectRefundOfRequest(shop.db, requestId);
  const refund =
    written ??
    (await asOrderStaff<Payments, OrderRefundRow>(shop, staff, orderId, {
      fetch: async (order) => ({ fetched: await findPayments(shop, order, paymentIntentId) }),
      apply: (tx, order, payments, begunAt) => writeRefund(tx, { order, ...payments, begunAt, input, staff }),
    }));
  if (written) await requireSameRefund(shop.db, written, input);
  return executeRefunds(shop, [refund]);
}

/**
 * Ends a review. 'deliver' accepts the order as paid and delivers it, once; 'refund' refunds all its payments; 'cancel'
 * is for an order that nobody has paid.
 *
 * @returns the order's state afterwards
 * @throws what `asStaff` throws; conflict when the order is not in review, or this decision is not possible
 */
export async function decideOrder(
  parts: OrderParts,
  staff: Staff,
  { decision, ...review }: Review & { decision: ReviewDecision },
): Promise<OrderState> {
  const shop = requireOpenShop(parts);
  switch (decision) {
    case 'deliver':
      return deliverReviewed(shop, staff, review);
    case 'refund':
      return refundReviewed(shop, staff, review);
    case 'cancel':
      return cancelReviewed(shop, staff, review);
  }
}

/**
 * What a refund would do, by the code that does it.
 *
 * @throws what `refundOrder` throws
 */
export function previewRefund(
  parts: OrderParts,
  staff: Staff,
  input: Pick<RefundInput, 'orderId' | 'amountCents' | 'paymentIntentId'>,
): Promise<OrderEffects> {
  const shop = requireOpenShop(parts);
  return asOrderStaff<Payments, OrderEffects>(shop, staff, input.orderId, {
    fetch: async (order) => ({ fetched: await findPayments(shop, order, input.paymentIntentId) }),
    apply: async (tx, order, payments, begunAt) => {
      if ((await selectRequestedRefunds(tx, order.id)).length > 0) throw refundPending();
      requireRefundable(payments.payment, input);
      return unchanged(await effectsOfRefund(tx, { order, ...payments, begunAt, input }));
    },
  });
}

/** The payment to refund, and the order's own, which may be another one or none. */
type Payments = { payment: PaymentSnapshot; own: FoundSnapshot };

async function findPayments(
  shop: OpenShop,
  order: OrderRow,
  paymentIntentId: string | undefined,
): Promise<Payments> {
  const { fetched: own } = await fetchOwnPayment(shop, order);
  const others = await selectOrderPayments(shop.db, order.id);
  const named = others.find((payment) => payment.paymentIntentId === paymentIntentId);
  const isOwn = own && isMoneyHeld(own) && (paymentIntentId ?? own.paymentIntentId) === own.paymentIntentId;
  if (isOwn && !named) return { payment: own, own };
  const held = others.filter(({ state }) => state === 'paid');
  const other = named ?? (held.length === 1 ? held[0] : undefined);
  const payment = other ? await fetchPaymentSnapshot(shop, other.sessionId) : own;
  if (!payment || (paymentIntentId ?? payment.paymentIntentId) !== payment.paymentIntentId)
    throw nothingToRefund();
  return { payment, own };
}

type RefundedPayments = Payments & {
  order: OrderRow;
  begunAt: BegunAt;
  input: Pick<RefundInput, 'amountCents'>;
};

/** Settles the order by the payment as the provider will report it after the refund. */
function effectsOfRefund(
  tx: Transaction,
  { order, payment, own, begunAt, input }: RefundedPayments,
): Promise<OrderEffects> {
  const { amountCents: paidCents, refundedCents, currency } = payment;
  const cents = input.amountCents ?? (paidCents ?? 0) - refundedCents;
  const after = { ...payment, refundedCents: refundedCents + cents };
  const isOwn = payment.sessionId === order.sessionId;
  return measureEffects(
    tx,
    { accountId: order.accountId, orderId: order.id },
    {
      refunds: [{ amount: cents / 100, currency: currency ?? order.currency }],
      decide: async (inner) => {
        if (!isOwn) await recordPayment(inner, order, after, begunAt);
        await applyPayment(inner, order, isOwn ? after : own, begunAt);
        return order.id;
      },
    },
  );
}

/** The second click finds what the first one wrote. */
async function writeRefund(
  tx: Transaction,
  { input, staff, ...payments }: RefundedPayments & { input: RefundInput; staff: Staff },
): Promise<Outcome<OrderRefundRow>> {
  const { order, payment } = payments;
  const { sessionId, paymentIntentId, amountCents: paidCents, refundedCents } = payment;
  const written = await selectRefundOfRequest(tx, input.requestId);
  if (written) {
    await requireSameRefund(tx, written, input);
    return unchanged(written);
  }
  if (paymentIntentId === undefined || paidCents === null) throw nothingToRefund();
  const requested = await selectRequestedRefunds(tx, order.id);
  const open = requested.find((refund) => refund.paymentIntentId === paymentIntentId);
  if (open) {
    const wantedCents = input.amountCents ?? paidCents - open.refundedBeforeCents;
    if (open.amountCents !== wantedCents) throw refundPending();
    return unchanged(open);
  }
  requireRefundable(payment, input);
  await requireExpected(input.expected, () => effectsOfRefund(tx, { ...payments, input }));
  const amountCents = input.amountCents ?? paidCents - refundedCents;
  const [refund] = await insertOrderRefunds(tx, [
    {
      orderId: order.id,
      sessionId,
      paymentIntentId,
      amountCents,
      refundedBeforeCents: refundedCents,
      requestId: input.requestId,
      staffId: staff.viewer.accountId,
    },
  ]);
  if (!refund) throw new Error('The database returned no row for an inserted refund.');
  await updateOrderFields(tx, order.id, {});
  const action = {
    kind: 'order.refund',
    target: order.id,
    before: { state: order.state, refunded: refundedCents / 100 },
    after: { refunded: (refundedCents + amountCents) / 100, paymentIntentId },
    spends: { refunds: amountCents },
    reason: input.reason,
  } as const;
  return audited(action, refund);
}

/**
 * A request id stands for one refund, whatever its form says later.
 *
 * @throws notFound for a refund of another order; conflict when another amount or payment is asked for
 */
async function requireSameRefund(
  db: Db,
  written: OrderRefundRow,
  { orderId, paymentIntentId = written.paymentIntentId, amountCents }: RefundInput,
): Promise<void> {
  if (written.orderId !== orderId) throw notFound('There is no such order.');
  const cents = amountCents ?? (await readAllThatWasLeft(db, written));
  if (cents === written.amountCents && paymentIntentId === written.paymentIntentId) return;
  throw conflict(
    `This form has requested a refund of ${inEuro(written.amountCents)} already. Look at the order again.`,
  );
}

/** What a refund of everything came to when this one was written, in cents. */
async function readAllThatWasLeft(
  db: Db,
  { orderId, sessionId, amountCents, refundedBeforeCents }: OrderRefundRow,
): Promise<number> {
  const order = await selectOrder(db, orderId);
  const others = await selectOrderPayments(db, orderId);
  const paid =
    order?.sessionId === sessionId
      ? (order.receivedCents ?? order.priceCents)
      : others.find((payment) => payment.sessionId === sessionId)?.amountCents;
  return (paid ?? refundedBeforeCents + amountCents) - refundedBeforeCents;
}

function requireRefundable(
  payment: PaymentSnapshot,
  input: Pick<RefundInput, 'amountCents' | 'seenRefundedCents'>,
): void {
  const leftCents = (payment.amountCents ?? 0) - payment.refundedCents;
  if (!isMoneyHeld(payment)) throw nothingToRefund();
  if (payment.dispute === 'open') throw paymentDisputed();
  if ((input.seenRefundedCents ?? payment.refundedCents) !== payment.refundedCents)
    throw conflict(
      `${inEuro(payment.refundedCents)} of this payment went back by now. Look at the order again.`,
    );
  const { amountCents = leftCents } = input;
  if (amountCents > leftCents || amountCents <= 0)
    throw invalid(`Give an amount up to ${inEuro(leftCents)}.`, {
      amount: `Give an amount up to ${inEuro(leftCents)}.`,
    });
}

function inEuro(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}
