import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { unavailable } from '#platform/errors/app-error.ts';
import { type PaymentSnapshot, PaymentRefused } from '#platform/payments/payment-provider.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import { isMoneyHeld } from '#features/orders/orders.rules.ts';
import { selectOrder, selectOrderIdBy } from '#features/orders/orders.queries.ts';
import type { UnmatchedPaymentRow } from '#features/orders/orders.tables.ts';
import { recordOtherSession } from '#features/orders/payments/other-payments.service.ts';
import { fetchPaymentSnapshot } from '#features/orders/payments/payment-snapshots.ts';
import {
  insertUnmatched,
  selectReferencePrefix,
  selectUnmatched,
  updateUnmatched,
} from './unmatched.queries.ts';

/** A changed revision means that another caller has just read the payment. In each round one of several callers wins. */
const MAX_ATTEMPTS = 30;
const LONGEST_PAUSE_MS = 50;
const RETRY_AFTER_SECONDS = 5;

type Recorded = { id: number | undefined; payment?: PaymentSnapshot };

/** What an event or a list of the provider says about a payment. */
export type SeenPayment = {
  reference: string | null;
  sessionId: string | null;
  paymentIntentId: string | null;
};

/**
 * Records a payment that names this installation but no order of its database, or brings the record up to date. Payments
 * of other installations are ignored. To be called where no order was found.
 *
 * @returns the id of the record; undefined for a payment that is none of ours, or that is not paid
 */
export async function noteUnmatchedPayment(shop: OpenShop, seen: SeenPayment): Promise<number | undefined> {
  const sessionId = await findOwnSession(shop, seen);
  return sessionId === undefined ? undefined : (await recordUnmatched(shop, sessionId)).id;
}

/** The session of the payment, if its reference is one of this installation's. */
async function findOwnSession(
  { db, payments }: OpenShop,
  { reference: given, sessionId, paymentIntentId }: SeenPayment,
): Promise<string | undefined> {
  const prefix = await selectReferencePrefix(db);
  if (given !== null && !given.startsWith(prefix)) return undefined;
  if (sessionId !== null) return given === null ? undefined : sessionId;
  if (paymentIntentId === null) return undefined;
  const known = await selectUnmatched(db, { paymentIntentId });
  if (known) return known.sessionId;
  try {
    const reference = given ?? (await payments.findReferenceOfPayment(paymentIntentId));
    if (!reference?.startsWith(prefix)) return undefined;
    return await payments.findSessionOfPayment(paymentIntentId);
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined;
    throw error;
  }
}

/**
 * Reads the session's payment and records what is new. The provider is asked outside any transaction; if the record has
 * changed in between, it is asked again.
 *
 * @returns the record's id, undefined for a payment that is none of ours; what was read, undefined where nothing was
 * @throws unavailable when others kept changing it
 */
export async function recordUnmatched(shop: OpenShop, sessionId: string): Promise<Recorded> {
  const { db } = shop;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const known = await selectUnmatched(db, { sessionId });
    if (known?.state === 'attached') return { id: known.id };
    const payment = await fetchPaymentSnapshot(shop, sessionId);
    if (!payment || payment.isLive !== shop.payments.isLive) return { id: known?.id };
    const { reference = '' } = payment;
    const orderId = await selectOrderIdBy(db, { reference });
    if (known) {
      const changes = changesOf(known, payment, orderId);
      // Also where nothing changed: a reading that began before this one must not be applied after it.
      if (await updateUnmatched(db, known, changes)) {
        if (orderId !== undefined) await settleWithOrder(shop, { orderId, sessionId });
        return { id: known.id, payment };
      }
      // Another caller was faster. Read again only if it found something else, or many callers would never end.
      if (isRecorded(await selectUnmatched(db, { sessionId }), changes)) return { id: known.id, payment };
    } else {
      const isOwn = reference.startsWith(await selectReferencePrefix(db));
      if (!isOwn || orderId !== undefined || !isMoneyHeld(payment)) return { id: undefined };
      const id = await insertPayment(shop, payment, reference);
      if (id !== undefined) return { id, payment };
    }
    await pause(Math.random() * LONGEST_PAUSE_MS);
  }
  throw unavailable(RETRY_AFTER_SECONDS, 'Others are working on this payment right now. Try again.');
}

async function insertPayment(
  shop: OpenShop,
  payment: PaymentSnapshot,
  reference: string,
): Promise<number | undefined> {
  const { sessionId, paymentIntentId, amountCents, currency, isLive, refundedCents, dispute } = payment;
  if (paymentIntentId === undefined || !amountCents || currency === null)
    throw new Error(`The paid session ${sessionId} has no payment with an amount.`);
  const id = await insertUnmatched(shop.db, {
    provider: shop.payments.name,
    sessionId,
    paymentIntentId,
    reference,
    isLive,
    amountCents,
    currency,
    refundedCents,
    dispute,
    ...(await shop.payments.describePayment(sessionId)),
  });
  if (id !== undefined)
    shop.log.warn({ unmatchedPaymentId: id, sessionId }, 'a payment names an order that is missing');
  return id;
}

type Changes = Pick<UnmatchedPaymentRow, 'refundedCents' | 'dispute'> & {
  state?: UnmatchedPaymentRow['state'];
  orderId?: number;
  closedAt?: SQL | null;
};

function changesOf(
  known: UnmatchedPaymentRow,
  payment: PaymentSnapshot,
  orderId: number | undefined,
): Changes {
  const { refundedCents, dispute } = payment;
  if (orderId !== undefined)
    return { refundedCents, dispute, state: 'attached', orderId, closedAt: sql`now()` };
  const isHeld = isMoneyHeld(payment);
  // `refunding` is ended by the refund itself, which counts against a budget.
  if (known.state === 'open' && !isHeld)
    return { refundedCents, dispute, state: 'refunded', closedAt: sql`now()` };
  // A refund that failed at the bank, or a dispute that was won after all.
  if (known.state === 'refunded' && isHeld) return { refundedCents, dispute, state: 'open', closedAt: null };
  return { refundedCents, dispute };
}

/** Whether the record says by now what was found. */
function isRecorded(row: UnmatchedPaymentRow | undefined, found: Changes): boolean {
  const { refundedCents, dispute, state = row?.state } = found;
  return row?.refundedCents === refundedCents && row.dispute === dispute && row.state === state;
}

/** The order is there again. A second payment of it goes to review like any other. */
async function settleWithOrder(
  shop: OpenShop,
  { orderId, sessionId }: { orderId: number; sessionId: string },
): Promise<void> {
  const order = await selectOrder(shop.db, orderId);
  if (order?.sessionId !== sessionId) await recordOtherSession(shop, { orderId, sessionId });
}
