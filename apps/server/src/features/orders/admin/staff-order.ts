import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { asStaffInTransaction, type Outcome, requireRight, type Staff } from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { type AppError, conflict, notFound, unavailable } from '#platform/errors/app-error.ts';
import {
  PaymentKeySpent,
  PaymentNotPermitted,
  PaymentUnavailable,
} from '#platform/payments/payment-provider.ts';
import { withFreshPayment } from '#features/orders/payments/payment-snapshots.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import type { OrderRefundRow, OrderRow } from '#features/orders/orders.tables.ts';
import type { BegunAt } from '#features/orders/payments/payment-readings.queries.ts';
import { carryOutRefund } from '#features/orders/payments/refunds.service.ts';

const RETRY_AFTER_SECONDS = 10;

/**
 * `asStaff` for a write about an order, with a fresh payment status. The right to edit the buyer's account
 * is checked before `fetch`, which may end checkouts, and again under lock. Lock order: order, accounts.
 *
 * @param steps as `withFreshPayment` takes them
 * @throws what `asStaff` throws; notFound; unavailable when the provider cannot be asked now
 */
export async function asOrderStaff<Payment, Result>(
  shop: OpenShop,
  staff: Staff,
  orderId: number,
  steps: {
    fetch: (order: OrderRow) => Promise<{ fetched: Payment }>;
    apply: (tx: Transaction, order: OrderRow, payment: Payment, begunAt: BegunAt) => Promise<Outcome<Result>>;
  },
): Promise<Result> {
  const written = await retryable(
    withFreshPayment<Payment, { result: Result }>(shop, orderId, {
      fetch: async (order) => {
        await requireRight(shop.db, staff, rightFor(order));
        return steps.fetch(order);
      },
      apply: async (tx, order, payment, begunAt) => ({
        result: await asStaffInTransaction(tx, staff, rightFor(order), () =>
          steps.apply(tx, order, payment, begunAt),
        ),
      }),
    }),
  );
  if (!written) throw notFound('There is no such order.');
  return written.result;
}

function rightFor({ accountId }: OrderRow) {
  return { section: 'orders', accountId, givesValue: true, mayBeErased: true } as const;
}

/** Has the provider execute the refunds that were written, one after the other. */
export async function executeRefunds(shop: OpenShop, refunds: OrderRefundRow[]): Promise<OrderState> {
  let state: OrderState = 'review';
  for (const { id } of refunds) {
    const { orderState, ...outcome } = await retryable(
      carryOutRefund(shop, id),
      'The refund is written down, and done as soon as the payment provider answers.',
    );
    if (outcome.state === 'refused')
      throw conflict(`The payment provider refused the refund: ${outcome.failure}`);
    state = orderState;
  }
  return state;
}

/** Another provider knows nothing of the order's payment. */
export function requireSameProvider({ payments }: OpenShop, { provider }: Pick<OrderRow, 'provider'>): void {
  if (provider !== payments.name) throw conflict('This was sold by another payment provider.');
}

export function nothingToRefund(): AppError {
  return conflict('There is no money of this order left to give back.');
}

export function refundPending(): AppError {
  return conflict('A refund of this order is under way. Look at it again in a moment.');
}

export function paymentDisputed(): AppError {
  return conflict('The bank disputes this payment. Answer the dispute at the payment provider.');
}

/** Turns an outage of the provider into an error that tells staff to try again. */
export async function retryable<T>(
  work: Promise<T>,
  message = 'The payment provider cannot be asked now. Please try again in a moment.',
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PaymentNotPermitted) throw conflict(notPermitted(error));
    const isOutage = error instanceof PaymentUnavailable || error instanceof PaymentKeySpent;
    if (isOutage) throw unavailable(RETRY_AFTER_SECONDS, message);
    throw error;
  }
}

function notPermitted({ permission }: PaymentNotPermitted): string {
  return `The payment provider refused: the portal's key lacks the permission ${permission}. Ask an owner to add it.`;
}
