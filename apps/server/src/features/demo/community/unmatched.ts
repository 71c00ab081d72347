import { randomUUID } from 'node:crypto';
import { itemGrantKey, orderLineKey } from '#features/deliveries/deliveries.ts';
import type { Order } from './orders.ts';
import type { Row } from './rows.ts';
import { after, DAY, HOUR, MINUTE } from './times.ts';
import { COINS, FIRST_SERVER, type World } from './world.ts';

const PAYMENTS = [
  { days: 3, state: 'open', payer: 'Ilse Brandt' },
  { days: 9, state: 'open', payer: 'T. Okafor' },
  { days: 21, state: 'refunded', payer: 'Marek Nowak' },
] as const;

/** Of an account that was made after the backup; far beyond those that the demo will have. */
const LOST_ACCOUNT = 1_000_007;

/**
 * Payments that name this portal but no order of it, as after the restore of a backup.
 *
 * @returns the rows, and the orders that are lost, which only the provider knows
 */
export function createUnmatched(world: World): { lost: Order[]; rows: Record<string, Row[]> } {
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
  const lost = payments.map((payment) => payment.lost);
  return {
    lost,
    rows: {
      unmatched_payments: payments.map(({ row }) => row),
      unmatched_receipts: receiptRows(world, lost),
    },
  };
}

/** What the game has of them, which goes away once they are attached, and of a grant and an account that were lost. */
function receiptRows({ players, now }: World, lost: Order[]): Row[] {
  const ofOrders = lost
    .filter(({ state }) => state === 'paid')
    .flatMap(({ reference, player, product, paidAt }) =>
      product.lines.flatMap(({ kind, itemId, quantity }, position) => {
        const key = orderLineKey({ reference, position, round: 1 });
        if (COINS.includes(kind)) return [];
        return [receiptRow({ key, accountId: player.id, kind, itemId, quantity, at: paidAt ?? now })];
      }),
    );
  const granted = [players[7]?.id ?? 0, LOST_ACCOUNT].map((accountId, index) => {
    const key = itemGrantKey({ accountId, requestId: randomUUID() });
    const at = after(now, -(2 + index) * DAY);
    return receiptRow({ key, accountId, kind: 'item', itemId: 7001, quantity: 3 + index, at });
  });
  return [...ofOrders, ...granted];
}

type Receipt = {
  key: string;
  accountId: number;
  kind: string;
  itemId: number | null;
  quantity: number;
  at: Date;
};

function receiptRow({ key, accountId, kind, itemId, quantity, at }: Receipt): Row {
  return {
    server_id: FIRST_SERVER,
    idempotency_key: key,
    effect: 'grant',
    account_id: accountId,
    kind,
    item_id: itemId,
    quantity,
    character_id: null,
    recorded_at: at,
    noted_at: after(at, HOUR),
    state: 'open',
    closed_at: null,
  };
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
