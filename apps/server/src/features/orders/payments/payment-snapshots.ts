import type { Transaction } from '#platform/db/database.ts';
import { unavailable } from '#platform/errors/app-error.ts';
import { type PaymentSnapshot, PaymentRefused } from '#platform/payments/payment-provider.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import { selectOrderForUpdate } from '#features/orders/orders.queries.ts';
import type { OrderRow } from '#features/orders/orders.tables.ts';
import { type BegunAt, selectIsOvertaken, selectOrderToRead } from './payment-readings.queries.ts';

/** A stale snapshot means that another caller has just read the payment or changed the order, so few retries suffice. */
const MAX_ATTEMPTS = 10;
const RETRY_AFTER_SECONDS = 5;

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
 * be outdated, and both steps run again. So they do if a reading that began later was applied, whether it changed
 * anything or not: the provider may have answered this one earlier.
 *
 * @param steps.fetch runs outside of any transaction, and must not settle the order itself; `done` returns without
 *   one, 'retry' reloads the order
 * @param steps.apply runs in a transaction that holds the order's lock
 * @param steps.isNewest for callers that store what they read: false if a later reading was applied, under the lock
 * @param steps.overtaken the result if a later one was applied, instead of reading again
 * @returns undefined for an unknown order
 * @throws unavailable when the order kept changing
 */
export async function withFreshPayment<Payment, Result>(
  shop: OpenShop,
  orderId: number,
  steps: Steps<Payment, Result>,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const seen = await selectOrderToRead(shop.db, orderId);
    if (!seen) return undefined;
    const step = await steps.fetch(seen.order);
    if (step === 'retry') continue;
    if ('done' in step) return step.done;
    const applied = await applyFetched(shop, { ...seen, fetched: step.fetched }, steps);
    if (applied !== 'again') return applied.result;
  }
  throw unavailable(
    RETRY_AFTER_SECONDS,
    `Order ${orderId} kept changing while its payment was read. Try again.`,
  );
}

type Reading<Payment> = { begunAt: BegunAt; fetched: Payment };

type Steps<Payment, Result> = {
  fetch: (order: OrderRow) => Promise<{ fetched: Payment } | { done: Result } | 'retry'>;
  apply: (tx: Transaction, order: OrderRow, payment: Payment, begunAt: BegunAt) => Promise<Result>;
  isNewest?: (tx: Transaction, order: OrderRow, reading: Reading<Payment>) => Promise<boolean>;
  overtaken?: (order: OrderRow) => Result;
};

async function applyFetched<Payment, Result>(
  shop: OpenShop,
  { order: seen, begunAt, fetched }: Reading<Payment> & { order: OrderRow },
  { apply, isNewest = isNewestOfAll, overtaken }: Steps<Payment, Result>,
): Promise<{ result: Result } | 'again'> {
  const applied = await shop.db.transaction(async (tx) => {
    const order = await selectOrderForUpdate(tx, seen.id);
    if (order?.revision !== seen.revision) return 'again';
    if (!(await isNewest(tx, order, { begunAt, fetched }))) return { overtakenOrder: order };
    return { result: await apply(tx, order, fetched, begunAt) };
  });
  if (applied === 'again') return applied;
  const { overtakenOrder } = applied;
  if (!overtakenOrder) return applied;
  countRefused(shop, overtaken ? 'superseded' : 'read again');
  return overtaken ? { result: overtaken(overtakenOrder) } : 'again';
}

/** Staff decide by what they read and store nothing of it, so their readings refuse no other one. */
async function isNewestOfAll(
  tx: Transaction,
  { id: orderId }: OrderRow,
  { begunAt, fetched }: Reading<unknown>,
): Promise<boolean> {
  return !(await selectIsOvertaken(tx, { orderId, begunAt, sessionId: sessionIdOf(fetched) }));
}

function sessionIdOf(fetched: unknown): string | null {
  if (typeof fetched !== 'object' || fetched === null || !('sessionId' in fetched)) return null;
  return typeof fetched.sessionId === 'string' ? fetched.sessionId : null;
}

function countRefused({ metrics }: OpenShop, outcome: 'superseded' | 'read again'): void {
  const help = 'Payment readings that were refused because a later one was applied, by what followed.';
  metrics.counter('waygate_payment_readings_refused_total', help, 'outcome')(outcome);
}
