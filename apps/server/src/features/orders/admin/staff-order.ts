import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { lockEditableAccount, type Staff } from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { type AppError, conflict, notFound, unavailable } from '#platform/errors/app-error.ts';
import { PaymentKeySpent, PaymentUnavailable } from '#platform/payments/payment-provider.ts';
import { underFacts } from '#features/orders/payments/payment-snapshots.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import type { OrderRefundRow, OrderRow } from '#features/orders/orders.tables.ts';
import { carryOutRefund } from '#features/orders/payments/refunds.service.ts';

const RETRY_AFTER_SECONDS = 10;

/** Who does what to which order. */
export type AtDesk = { orderId: number; staff: Staff };

/**
 * Works on an order for staff who may change its buyer's account. That is asked before the provider is, where it ends
 * checkouts, and again under the lock of the order and of both accounts.
 *
 * @throws unauthenticated, forbidden; notFound; unavailable when the provider cannot be asked now
 */
export async function underDesk<Answer, Result>(
  shop: OpenShop,
  { orderId, staff }: AtDesk,
  steps: {
    ask: (order: OrderRow) => Promise<{ answer: Answer }>;
    apply: (tx: Transaction, order: OrderRow, answer: Answer) => Promise<Result>;
  },
): Promise<Result> {
  const requireRight = async (tx: Transaction, { accountId }: OrderRow) => {
    await lockEditableAccount(tx, staff, { accountId, section: 'orders' });
  };
  const worked = await askable(
    underFacts<Answer, { result: Result }>(shop, orderId, {
      ask: async (order) => {
        await shop.db.transaction((tx) => requireRight(tx, order));
        return steps.ask(order);
      },
      apply: async (tx, order, answer) => {
        await requireRight(tx, order);
        return { result: await steps.apply(tx, order, answer) };
      },
    }),
  );
  if (!worked) throw notFound('There is no such order.');
  return worked.result;
}

/** Has the provider do what was written down, one after the other. */
export async function carryOut(shop: OpenShop, refunds: OrderRefundRow[]): Promise<OrderState> {
  let state: OrderState = 'review';
  for (const { id } of refunds) {
    const { orderState, ...outcome } = await askable(
      carryOutRefund(shop, id),
      'The refund is written down, and done as soon as the payment provider answers.',
    );
    if (outcome.state === 'refused')
      throw conflict(`The payment provider refused the refund: ${outcome.failure}`);
    state = orderState;
  }
  return state;
}

/** Another provider knows nothing of the order's money. */
export function requireItsProvider({ payments }: OpenShop, { provider }: OrderRow): void {
  if (provider !== payments.name) throw conflict('This order was sold by another payment provider.');
}

export function nothingLeft(): AppError {
  return conflict('There is no money of this order left to give back.');
}

export function underWay(): AppError {
  return conflict('A refund of this order is under way. Look at it again in a moment.');
}

export function disputed(): AppError {
  return conflict('The bank disputes this payment. Answer the dispute at the payment provider.');
}

/** An outage of the provider, as a sentence for staff. */
export async function askable<T>(
  work: Promise<T>,
  message = 'The payment provider cannot be asked now. Please try again in a moment.',
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isOutage = error instanceof PaymentUnavailable || error instanceof PaymentKeySpent;
    if (isOutage) throw unavailable(RETRY_AFTER_SECONDS, message);
    throw error;
  }
}
