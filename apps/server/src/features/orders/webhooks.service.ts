import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import type { Transaction } from '#platform/db/database.ts';
import { BadSignature, type PaymentEvent, PaymentRefused } from '#platform/payments/payment-provider.ts';
import { AppError, unavailable } from '#platform/errors/app-error.ts';
import { type OpenShop, type OrderParts, requireOpenShop } from './order-parts.ts';
import { handleWebhook } from './job-definitions.ts';
import { selectOrderPaymentBy } from './order-payments.queries.ts';
import { noteOtherSession } from './other-payments.service.ts';
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
  const found = await findOrder(shop, event);
  const state = found && (await followOrder(shop, found));
  if (state !== undefined) return `order ${found?.orderId} is ${state}`;
  shop.log.warn({ eventRowId: event.id, kind: event.kind }, 'a webhook is about no order of ours');
  return 'unknown order';
}

/** The order that an event is about, and the session where it is another one than the order's own. */
type Found = { orderId: number; otherSessionId?: string };

async function followOrder(
  shop: OpenShop,
  { orderId, otherSessionId: sessionId }: Found,
): Promise<OrderState | undefined> {
  if (sessionId !== undefined) await noteOtherSession(shop, { orderId, sessionId });
  return settleOrder(shop, orderId);
}

async function findOrder(shop: OpenShop, event: WaitingEvent): Promise<Found | undefined> {
  const { sessionId, orderId, paymentIntentId } = event;
  if (sessionId !== null) {
    const own = await selectOrderIdBy(shop.db, { sessionId });
    if (own !== undefined) return { orderId: own };
    if (orderId !== null) return adopt(shop, { orderId, sessionId });
  }
  const known = paymentIntentId === null ? undefined : await findKnownPayment(shop, paymentIntentId);
  if (known) return known;
  if (orderId !== null) return { orderId };
  return paymentIntentId === null ? undefined : askForOrder(shop, paymentIntentId);
}

/** The event came before the answer that names the session, or that answer was lost; otherwise it is another one. */
async function adopt(
  { db }: OpenShop,
  { orderId, sessionId }: { orderId: number; sessionId: string },
): Promise<Found> {
  await updateOrderSessionAdopted(db, orderId, sessionId);
  const order = await selectOrder(db, orderId);
  return order?.sessionId === sessionId ? { orderId } : { orderId, otherSessionId: sessionId };
}

async function findKnownPayment({ db }: OpenShop, paymentIntentId: string): Promise<Found | undefined> {
  const own = await selectOrderIdBy(db, { paymentIntentId });
  if (own !== undefined) return { orderId: own };
  const other = await selectOrderPaymentBy(db, { paymentIntentId });
  return other && { orderId: other.orderId, otherSessionId: other.sessionId };
}

async function askForOrder({ db, payments }: OpenShop, paymentIntentId: string): Promise<Found | undefined> {
  try {
    const reference = await payments.findReferenceOfPayment(paymentIntentId);
    const orderId = reference === undefined ? undefined : await selectOrderIdBy(db, { reference });
    return orderId === undefined ? undefined : { orderId };
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}
