import type { Order } from './orders.ts';
import type { Row } from './rows.ts';
import { after, DAY, HOUR, MINUTE } from './times.ts';
import { FIRST_SERVER, type World } from './world.ts';

const PAYMENTS = [
  { days: 3, state: 'open', payer: 'Ilse Brandt' },
  { days: 9, state: 'open', payer: 'T. Okafor' },
  { days: 21, state: 'refunded', payer: 'Marek Nowak' },
] as const;

/**
 * Payments that name this portal but no order of it, as after the restore of a backup.
 *
 * @returns the rows, and the orders that are lost, which only the provider knows
 */
export function createUnmatched(world: World): { lost: Order[]; unmatched_payments: Row[] } {
  const { random, now, products, players, referencePrefix } = world;
  const payments = PAYMENTS.map(({ days, state, payer }) => {
    const product = random.pick(products);
    const createdAt = after(now, -days * DAY);
    const isRefunded = state === 'refunded';
    const lost: Order = {
      id: 0,
      reference: `${referencePrefix}${random.hex(32)}`,
      player: random.pick(players),
      product,
      serverId: FIRST_SERVER,
      character: undefined,
      lines: [],
      state: isRefunded ? 'refunded' : 'paid',
      createdAt,
      paidAt: after(createdAt, 3 * MINUTE),
      turnedAt: isRefunded ? after(createdAt, DAY) : undefined,
      refundedCents: isRefunded ? product.priceCents : 0,
      sessionId: `cs_sandbox_${random.hex(32)}`,
      paymentIntentId: `pi_sandbox_${random.hex(32)}`,
    };
    return { lost, row: paymentRow(world, { lost, state, payer }) };
  });
  return { lost: payments.map(({ lost }) => lost), unmatched_payments: payments.map(({ row }) => row) };
}

function paymentRow(
  { now, staff }: World,
  { lost, state, payer }: { lost: Order; state: string; payer: string },
): Row {
  const { product, createdAt, refundedCents, turnedAt = null } = lost;
  return {
    provider: 'sandbox',
    is_live: false,
    session_id: lost.sessionId,
    payment_intent_id: lost.paymentIntentId,
    reference: lost.reference,
    amount_cents: product.priceCents,
    currency: 'eur',
    refunded_cents: refundedCents,
    dispute: 'none',
    payer_name: payer,
    payer_email: lost.player.email,
    product_name: product.name,
    started_at: createdAt,
    state,
    refund_staff_id: turnedAt && staff.accountant,
    refund_cents: turnedAt && refundedCents,
    refund_before_cents: turnedAt && 0,
    refund_requested_at: turnedAt,
    refund_attempt: turnedAt ? 1 : 0,
    revision: 1,
    checked_at: now,
    noted_at: after(createdAt, HOUR),
    closed_at: turnedAt,
  };
}
