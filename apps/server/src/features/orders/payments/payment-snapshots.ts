import type { Transaction } from '#platform/db/database.ts';
import { type PaymentSnapshot, PaymentRefused } from '#platform/payments/payment-provider.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import { selectOrder, selectOrderForUpdate } from '#features/orders/orders.queries.ts';
import type { OrderRow } from '#features/orders/orders.tables.ts';

/** A stale snapshot means that another caller has just changed the order, so few retries suffice. */
const MAX_ATTEMPTS = 10;

/** The payment status of a session; undefined when the provider has no session with this id. */
export type FoundSnapshot = PaymentSnapshot | undefined;

/**
 * Fetches a session's payment status. Not inside a transaction: the provider may take seconds.
 *
 * @throws PaymentUnavailable
 */
export async function fetchPaymentSnapshot(
  { payments }: OpenShop,
  sessionId: string,
): Promise<FoundSnapshot> {
  try {
    return await payments.getSession(sessionId);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    return undefined;
  }
}

/**
 * Fetches a payment first, then applies it under the order's lock. If the order has changed in between, the payment may
 * be outdated, and both steps run again.
 *
 * @param steps.fetch runs outside of any transaction; `done` returns without one, 'retry' reloads the order
 * @param steps.apply runs in a transaction that holds the order's lock
 * @returns undefined for an unknown order
 */
export async function withFreshPayment<Payment, Result>(
  shop: OpenShop,
  orderId: number,
  steps: {
    fetch: (order: OrderRow) => Promise<{ fetched: Payment } | { done: Result } | 'retry'>;
    apply: (tx: Transaction, order: OrderRow, payment: Payment) => Promise<Result>;
  },
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const seen = await selectOrder(shop.db, orderId);
    if (!seen) return undefined;
    const step = await steps.fetch(seen);
    if (step === 'retry') continue;
    if ('done' in step) return step.done;
    const applied = await shop.db.transaction(async (tx) => {
      const order = await selectOrderForUpdate(tx, orderId);
      if (order?.revision !== seen.revision) return undefined;
      return { result: await steps.apply(tx, order, step.fetched) };
    });
    if (applied) return applied.result;
  }
  throw new Error(`Order ${orderId} kept changing while its payment was fetched.`);
}
