import type { Transaction } from '#platform/db/database.ts';
import { type PaymentSnapshot, PaymentRefused } from '#platform/payments/payment-provider.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import { selectOrder, selectOrderForUpdate } from '#features/orders/orders.queries.ts';
import type { OrderRow } from '#features/orders/orders.tables.ts';

/** Each reading that comes too late means that another one has just moved the order. */
const MAX_READINGS = 10;

/** What the provider says of a session; undefined: it knows none of this id. */
export type FoundSnapshot = PaymentSnapshot | undefined;

/** Must not be called in a transaction: the provider may take seconds to answer. */
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
 * Asks the provider first, then works under the order's lock. If the order has changed in between, the answer may be
 * stale, and both steps start again.
 *
 * @param ask outside any transaction; `done` ends the work without one
 */
export async function withFreshPayment<Answer, Result>(
  shop: OpenShop,
  orderId: number,
  steps: {
    ask: (order: OrderRow) => Promise<{ answer: Answer } | { done: Result } | 'ask again'>;
    apply: (tx: Transaction, order: OrderRow, answer: Answer) => Promise<Result>;
  },
): Promise<Result | undefined> {
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const asked = await selectOrder(shop.db, orderId);
    if (!asked) return undefined;
    const asking = await steps.ask(asked);
    if (asking === 'ask again') continue;
    if ('done' in asking) return asking.done;
    const applied = await shop.db.transaction(async (tx) => {
      const order = await selectOrderForUpdate(tx, orderId);
      if (order?.revision !== asked.revision) return undefined;
      return { result: await steps.apply(tx, order, asking.answer) };
    });
    if (applied) return applied.result;
  }
  throw new Error(`Order ${orderId} kept changing while the provider was asked.`);
}
