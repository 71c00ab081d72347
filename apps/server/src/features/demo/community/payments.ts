import { idOf, isDisputed, isPaid, type Order } from './orders.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';
import { after, DAY, dayOf, HOUR, MINUTE } from './times.ts';

/** What the sandbox knows of a payment, besides its checkout. */
type Money = {
  id: string;
  order: Order;
  kind: 'payment' | 'refund' | 'dispute';
  source: string;
  amountCents: number;
  feeCents: number;
  at: Date;
};

/** Stripe's fee for a dispute, and as the sandbox counts it. */
const DISPUTE_FEE_CENTS = 2000;
const SANDBOX_TYPES = { payment: 'charge', refund: 'refund', dispute: 'adjustment' } as const;

/** Reports that were processed are deleted after 90 days. */
const KEPT_DAYS = 89;

/** The checkouts at the simulated provider, which agree with the orders: nothing is settled again. */
export function sandboxSessionRows(orders: Order[], { origin }: { origin: string }): Row[] {
  return orders.map((order) => {
    const { reference, product, createdAt, paidAt, state } = order;
    const hasDispute = isDisputed(order);
    return {
      id: order.sessionId,
      product_name: product.name,
      // What a review is about: somebody paid less than the price.
      amount_cents: state === 'review' ? product.priceCents - 50 : product.priceCents,
      currency: 'eur',
      client_reference_id: reference,
      metadata: { order: reference, order_number: String(order.id) },
      payment_metadata: { order: reference, order_number: String(order.id) },
      success_url: `${origin}/shop`,
      cancel_url: `${origin}/shop`,
      url: `${origin}/sandbox/checkout/${order.sessionId}`,
      form_token: reference.slice(-32),
      submit_type: 'pay',
      customer_email: order.player.email,
      terms_accepted: false,
      completed_at: paidAt ?? null,
      expires_at: after(createdAt, 35 * MINUTE),
      ...statusOf(order),
      payment_intent_id: order.paymentIntentId ?? null,
      charge_id: isPaid(order) ? idOf('ch', order) : null,
      refunded_cents: order.refundedCents,
      dispute_id: hasDispute ? idOf('dp', order) : null,
      dispute_status: hasDispute ? (state === 'disputed' ? 'needs_response' : 'lost') : null,
      created_at: createdAt,
    };
  });
}

function statusOf({ state }: Order) {
  switch (state) {
    case 'pending':
      return { status: 'open', payment_status: 'unpaid', payment_intent_status: null };
    case 'processing':
      return { status: 'complete', payment_status: 'unpaid', payment_intent_status: 'processing' };
    case 'failed':
      return {
        status: 'complete',
        payment_status: 'unpaid',
        payment_intent_status: 'requires_payment_method',
      };
    case 'expired':
    case 'cancelled':
      return { status: 'expired', payment_status: 'unpaid', payment_intent_status: null };
    case 'paid':
    case 'refunded':
    case 'partially_refunded':
    case 'disputed':
    case 'charged_back':
    case 'review':
      return { status: 'complete', payment_status: 'paid', payment_intent_status: 'succeeded' };
  }
}

export function sandboxRefundRows(orders: Order[]): Row[] {
  return orders
    .filter(({ refundedCents }) => refundedCents > 0)
    .map((order) => ({
      id: idOf('re', order),
      session_id: order.sessionId,
      amount_cents: order.refundedCents,
      created_at: order.turnedAt,
    }));
}

/** Refunds are by staff. */
export function orderRefundRows(
  random: Random,
  { orders, staffId }: { orders: Order[]; staffId: number },
): Row[] {
  return orders
    .filter(({ refundedCents }) => refundedCents > 0)
    .map((order, place) => ({
      id: place + 1,
      order_id: order.id,
      session_id: order.sessionId,
      payment_intent_id: order.paymentIntentId,
      amount_cents: order.refundedCents,
      request_id: random.uuid(),
      refunded_before_cents: 0,
      attempt: 1,
      staff_id: staffId,
      state: 'done',
      checked_at: order.turnedAt,
      created_at: order.turnedAt,
      settled_at: order.turnedAt,
    }));
}

export type Books = Record<
  'sandbox_payouts' | 'sandbox_transactions' | 'payment_transactions' | 'payment_payouts',
  Row[]
>;

/** What moved on the balance, on the provider's side and as the portal has read it; paid out the day after. */
export function createBooks(orders: Order[], now: Date): Books {
  const money = orders.filter(isPaid).flatMap(moneyOf);
  const payouts = new Map<string, { id: string; cents: number; at: Date }>();
  for (const { at, amountCents, feeCents } of money) {
    const day = dayOf(at);
    if (day >= dayOf(now)) continue;
    const known = payouts.get(day) ?? {
      id: `po_sandbox_${day.replaceAll('-', '')}`,
      cents: 0,
      at: after(new Date(`${day}T00:00:00Z`), 25 * HOUR),
    };
    payouts.set(day, { ...known, cents: known.cents + amountCents - feeCents });
  }
  const paidOut = [...payouts.values()].map((payout) => ({
    ...payout,
    at: payout.at > now ? after(now, -MINUTE) : payout.at,
  }));
  return {
    sandbox_payouts: paidOut.map(({ id, cents, at }) => ({
      id,
      amount_cents: cents,
      currency: 'eur',
      created_at: at,
    })),
    sandbox_transactions: money.map(({ id, order, kind, source, amountCents, feeCents, at }) => ({
      id,
      session_id: order.sessionId,
      source,
      type: SANDBOX_TYPES[kind],
      amount_cents: amountCents,
      fee_cents: feeCents,
      payout_id: payouts.get(dayOf(at))?.id ?? null,
      created_at: at,
    })),
    payment_transactions: money.map(({ id, order, kind, amountCents, feeCents, at }) => ({
      id,
      provider: 'sandbox',
      order_id: order.id,
      kind,
      payment_intent_id: order.paymentIntentId,
      amount_cents: amountCents,
      fee_cents: feeCents,
      net_cents: amountCents - feeCents,
      currency: 'eur',
      payout: payouts.get(dayOf(at))?.id ?? null,
      created_at: at,
    })),
    payment_payouts: paidOut.map(({ id, at }) => ({ id, provider: 'sandbox', created_at: at, read_at: at })),
  };
}

function moneyOf(order: Order): Money[] {
  const { product, state, refundedCents, paidAt, turnedAt, createdAt } = order;
  const cents = state === 'review' ? product.priceCents - 50 : product.priceCents;
  const payment: Money = {
    id: idOf('txn', order),
    order,
    kind: 'payment',
    source: idOf('ch', order),
    amountCents: cents,
    feeCents: Math.round(cents * 0.015) + 25,
    at: paidAt ?? createdAt,
  };
  const turned = { order, at: turnedAt ?? payment.at };
  if (refundedCents > 0)
    return [
      payment,
      {
        ...turned,
        id: `${payment.id}r`,
        kind: 'refund',
        source: idOf('re', order),
        amountCents: -refundedCents,
        feeCents: 0,
      },
    ];
  if (!isDisputed(order)) return [payment];
  const dispute = { ...turned, id: `${payment.id}d`, kind: 'dispute', source: idOf('dp', order) } as const;
  return [payment, { ...dispute, amountCents: -cents, feeCents: DISPUTE_FEE_CENTS }];
}

/** What the provider reported, each processed, as long as it is kept. */
export function webhookRows(orders: Order[], now: Date): Row[] {
  return orders
    .flatMap((order) => {
      const { paidAt, turnedAt, refundedCents, state } = order;
      return [
        ...(paidAt ? [eventRow(order, 'checkout.session.completed', paidAt)] : []),
        ...(turnedAt && refundedCents > 0 ? [eventRow(order, 'charge.refunded', turnedAt)] : []),
        ...(turnedAt && isDisputed(order) ? [eventRow(order, 'charge.dispute.created', turnedAt)] : []),
        ...(state === 'expired'
          ? [eventRow(order, 'checkout.session.expired', after(order.createdAt, 36 * MINUTE))]
          : []),
      ];
    })
    .filter(({ received_at }) => received_at > after(now, -KEPT_DAYS * DAY))
    .toSorted((one, other) => one.received_at.getTime() - other.received_at.getTime());
}

function eventRow(order: Order, kind: string, at: Date) {
  // A refund or dispute came later.
  const wasPaid = kind === 'checkout.session.completed' && order.state !== 'review';
  const state = wasPaid ? 'paid' : order.state;
  const id = `${idOf('evt', order)}_${kind.split('.').at(-1)}`;
  const amount = order.product.priceCents;
  const object = { id: order.sessionId, amount_total: amount, amount, currency: 'eur' };
  return {
    provider: 'sandbox',
    event_id: id,
    kind,
    is_live: false,
    order_id: order.id,
    session_id: order.sessionId,
    payment_intent_id: order.paymentIntentId ?? null,
    payload: { id, object: 'event', type: kind, livemode: false, data: { object } },
    received_at: at,
    checked_at: at,
    processed_at: after(at, 700),
    outcome: `order ${order.id} is ${state}`,
  };
}
