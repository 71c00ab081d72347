import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import type { Transaction } from '#platform/db/database.ts';
import { EVENT_KINDS } from '#platform/payments/event-kinds.ts';
import { BadSignature, type PaymentEvent, PaymentRefused } from '#platform/payments/payment-provider.ts';
import { AppError, unavailable } from '#platform/errors/app-error.ts';
import { type OpenShop, type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import { handleWebhook, recoverWebhooks } from '#features/orders/job-definitions.ts';
import { selectOrderPaymentBy } from './order-payments.queries.ts';
import { recordOtherSession } from './other-payments.service.ts';
import { selectOrder, selectOrderIdBy, updateOrderSessionAdopted } from '#features/orders/orders.queries.ts';
import {
  noteUnmatchedPayment,
  type SeenPayment,
} from '#features/orders/unmatched/record-unmatched.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import {
  insertWebhookEvents,
  selectWaitingEvent,
  updateEventProcessed,
  type WaitingEvent,
} from './webhooks.queries.ts';

const RETRY_AFTER_SECONDS = 60;
const PAGES_OF_A_RUN = 5;
/** A longer list means an outage of days. The reconciler settles orders even without their webhooks. */
const MAX_PAGES = 50;
const HANDLED_KINDS: ReadonlySet<string> = new Set(EVENT_KINDS);

/**
 * Stores a signed event and queues its processing. Any error makes the provider send the event again.
 *
 * @throws bad_request for a wrong signature, unavailable when webhooks are not configured
 */
export async function receiveWebhook(
  parts: OrderParts,
  { body, signature }: { body: Buffer; signature: string | undefined },
): Promise<void> {
  const { payments, db, jobs } = requireOpenShop(parts);
  if (!payments.acceptsWebhooks)
    throw unavailable(RETRY_AFTER_SECONDS, 'Webhooks are disabled: their secret is not set.');
  const event = verify(() => payments.parseWebhook(body, signature));
  await db.transaction((tx) => storeEvents(tx, { payments, jobs }, [event]));
}

/**
 * Fetches events that the provider could not deliver, for example during an outage. A run reads a few pages, stores each
 * in its own transaction, and queues another run for the rest.
 *
 * @param after the cursor where the previous run stopped
 */
export async function recoverLostWebhooks(
  parts: OrderParts,
  { after, page = 0 }: { after?: string | undefined; page?: number | undefined } = {},
): Promise<void> {
  if (!parts.payments) return;
  const shop = requireOpenShop(parts);
  const { payments, db, jobs, log } = shop;
  let next = after;
  let stored = 0;
  for (let count = 1; count <= PAGES_OF_A_RUN; count += 1) {
    const listed = await payments.listUndelivered(next);
    stored += await db.transaction((tx) => storeEvents(tx, shop, listed.events));
    next = listed.next;
    if (next === undefined) break;
  }
  if (stored > 0) log.warn({ count: stored }, 'fetched lost webhooks');
  const [from, pages] = [next, page + PAGES_OF_A_RUN];
  if (from === undefined) return;
  if (pages < MAX_PAGES)
    await db.transaction((tx) => jobs.enqueue(tx, recoverWebhooks, { after: from, page: pages }));
  else log.warn({ pages }, 'more webhooks were lost than are fetched');
}

/** @returns how many of them were new */
async function storeEvents(
  tx: Transaction,
  { payments, jobs }: Pick<OpenShop, 'payments' | 'jobs'>,
  events: PaymentEvent[],
): Promise<number> {
  const rows = await insertWebhookEvents(
    tx,
    events.map((event) => ({
      provider: payments.name,
      event,
      outcome: event.isLive === payments.isLive ? undefined : 'ignored: livemode',
    })),
  );
  const waiting = rows.filter(({ outcome }) => outcome === null);
  await jobs.enqueueAll(
    tx,
    handleWebhook,
    waiting.map(({ id }) => ({ eventRowId: id })),
  );
  return rows.length;
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
export async function processWebhook(parts: OrderParts, eventRowId: number): Promise<void> {
  const shop = requireOpenShop(parts);
  const event = await selectWaitingEvent(shop.db, eventRowId);
  if (!event || event.provider !== shop.payments.name) return;
  await updateEventProcessed(shop.db, event.id, await outcomeOf(shop, event));
}

async function outcomeOf(shop: OpenShop, event: WaitingEvent): Promise<string> {
  if (!HANDLED_KINDS.has(event.kind)) return 'ignored: kind';
  const outcome = await settleOrNote(shop, event);
  if (outcome !== undefined) return outcome;
  shop.log.warn({ eventRowId: event.id, kind: event.kind }, 'a webhook is about an unknown order');
  return 'unknown order';
}

/** Settles the order of a payment that the sweep has listed, as an event about it would. Without one it becomes unmatched. */
export async function settleSeenPayment(shop: OpenShop, seen: SeenPayment): Promise<void> {
  const { reference } = seen;
  const orderId = reference === null ? undefined : await selectOrderIdBy(shop.db, { reference });
  await settleOrNote(shop, { ...seen, orderId: orderId ?? null });
}

/** A payment that an event or a list names, and the order of its reference if there is one. */
type NamedPayment = SeenPayment & Pick<WaitingEvent, 'orderId'>;

/** @returns what came of it; undefined for a payment that is none of ours, or that is not paid */
async function settleOrNote(shop: OpenShop, payment: NamedPayment): Promise<string | undefined> {
  const found = await findOrder(shop, payment);
  const state = found && (await settleFoundOrder(shop, found));
  if (state !== undefined) return `order ${found?.orderId} is ${state}`;
  const unmatchedId = await noteUnmatchedPayment(shop, payment);
  return unmatchedId === undefined ? undefined : `unmatched payment ${unmatchedId}`;
}

/** The order of an event, and the event's session if it is not the order's own. */
type Found = { orderId: number; otherSessionId?: string };

/**
 * Records the other session, if there is one, and settles the order.
 *
 * @returns the order's state afterwards; undefined for an unknown order
 */
export async function settleFoundOrder(
  shop: OpenShop,
  { orderId, otherSessionId: sessionId }: Found,
): Promise<OrderState | undefined> {
  if (sessionId !== undefined) await recordOtherSession(shop, { orderId, sessionId });
  return settleOrder(shop, orderId);
}

async function findOrder(shop: OpenShop, payment: NamedPayment): Promise<Found | undefined> {
  const { sessionId, orderId, paymentIntentId, reference } = payment;
  if (sessionId !== null) {
    const own = await selectOrderIdBy(shop.db, { sessionId });
    if (own !== undefined) return { orderId: own };
    if (orderId !== null) return adoptSession(shop, { orderId, sessionId });
  }
  const known = paymentIntentId === null ? undefined : await findKnownPayment(shop, paymentIntentId);
  if (known) return known;
  if (orderId !== null) return { orderId };
  return paymentIntentId === null ? undefined : lookUpOrder(shop, reference, paymentIntentId);
}

/** The event may arrive before the response that creates the session, or that response was lost. */
async function adoptSession(
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

/** @param named the reference that the event names; the provider is asked only without one */
async function lookUpOrder(
  { db, payments }: OpenShop,
  named: string | null,
  paymentIntentId: string,
): Promise<Found | undefined> {
  try {
    const reference = named ?? (await payments.findReferenceOfPayment(paymentIntentId));
    const orderId = reference === undefined ? undefined : await selectOrderIdBy(db, { reference });
    return orderId === undefined ? undefined : { orderId };
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}
