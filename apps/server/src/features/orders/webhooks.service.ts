import type { Transaction } from '#platform/db/database.ts';
import { BadSignature, type PaymentEvent, PaymentRefused } from '#platform/payments/payment-provider.ts';
import { AppError, unavailable } from '#platform/errors/app-error.ts';
import { type OpenShop, type OrderParts, requireOpenShop } from './order-parts.ts';
import { handleWebhook } from './job-definitions.ts';
import { selectOrder, selectOrderIdBy, updateOrderSessionAdopted } from './orders.queries.ts';
import { settleOrder } from './settlement.service.ts';
import {
  insertWebhookEvent,
  selectWaitingEvent,
  updateEventProcessed,
  type WaitingEvent,
} from './webhooks.queries.ts';

const RETRY_AFTER_SECONDS = 60;
/** Kinds of events that are about a payment of ours. */
const PAYMENT_KINDS = /^(checkout\.session|payment_intent|charge|refund)\./;

/**
 * Stores a signed event and has a worker look after it. What is not stored is not acknowledged: whatever is
 * thrown here makes the provider send the event again.
 */
export async function receiveWebhook(
  parts: OrderParts,
  { body, signature }: { body: Buffer; signature: string | undefined },
): Promise<void> {
  const { payments, db, jobs } = requireOpenShop(parts);
  if (!payments.acceptsWebhooks)
    throw unavailable(RETRY_AFTER_SECONDS, 'Webhooks are switched off: their secret is not set.');
  const event = verify(() => payments.parseWebhook(body, signature));
  await db.transaction((tx) => storeEvent(tx, { payments, jobs }, event));
}

/** Fetches what the provider could not deliver: while the portal was away, or pointed somewhere else. */
export async function recoverLostWebhooks(parts: OrderParts): Promise<void> {
  if (!parts.payments) return;
  const { payments, db, jobs, log } = requireOpenShop(parts);
  const events = await payments.listUndelivered();
  const stored = await db.transaction(async (tx) => {
    let count = 0;
    // There are hardly ever any, and each that is new needs a job of its own.
    for (const event of events) if (await storeEvent(tx, { payments, jobs }, event)) count += 1;
    return count;
  });
  if (stored > 0) log.warn({ count: stored }, 'webhooks had been lost and were fetched');
}

/** @returns whether it was new */
async function storeEvent(
  tx: Transaction,
  { payments, jobs }: Pick<OpenShop, 'payments' | 'jobs'>,
  event: PaymentEvent,
): Promise<boolean> {
  const isOurs = event.isLive === payments.isLive;
  const outcome = isOurs ? undefined : 'ignored: livemode';
  const eventRowId = await insertWebhookEvent(tx, { provider: payments.name, event, outcome });
  if (eventRowId !== undefined && isOurs) await jobs.enqueue(tx, handleWebhook, { eventRowId });
  return eventRowId !== undefined;
}

function verify<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    throw new AppError('bad_request', 'The signature of this webhook is not valid.');
  }
}

/** Settles the order that a stored event is about. */
export async function followWebhook(parts: OrderParts, eventRowId: number): Promise<void> {
  const shop = requireOpenShop(parts);
  const event = await selectWaitingEvent(shop.db, eventRowId);
  if (!event || event.provider !== shop.payments.name) return;
  await updateEventProcessed(shop.db, event.id, await outcomeOf(shop, event));
}

async function outcomeOf(shop: OpenShop, event: WaitingEvent): Promise<string> {
  if (!PAYMENT_KINDS.test(event.kind)) return 'ignored: kind';
  const orderId = await findOrderId(shop, event);
  const state = orderId === undefined ? undefined : await settleOrder(shop, orderId);
  if (state !== undefined) return `order ${orderId} is ${state}`;
  shop.log.warn({ eventRowId: event.id, kind: event.kind }, 'a webhook is about no order of ours');
  return 'unknown order';
}

async function findOrderId(
  { db, payments }: OpenShop,
  { sessionId, orderId, paymentIntentId }: WaitingEvent,
): Promise<number | undefined> {
  const bySession = sessionId === null ? undefined : await selectOrderIdBy(db, { sessionId });
  if (bySession !== undefined) return bySession;
  if (orderId !== null && (await selectOrder(db, orderId))) {
    // It came before the answer that names the session, or that answer was lost.
    if (sessionId !== null) await updateOrderSessionAdopted(db, orderId, sessionId);
    return orderId;
  }
  if (paymentIntentId === null) return undefined;
  const byPayment = await selectOrderIdBy(db, { paymentIntentId });
  if (byPayment !== undefined) return byPayment;
  try {
    const reference = await payments.findReferenceOfPayment(paymentIntentId);
    return reference === undefined ? undefined : await selectOrderIdBy(db, { reference });
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}
