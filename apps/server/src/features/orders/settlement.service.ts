import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { sql } from 'drizzle-orm';
import { releaseStock } from '#features/products/products.service.ts';
import type { Transaction } from '#platform/db/database.ts';
import { type PaymentFacts, PaymentRefused } from '#platform/payments/payment-provider.ts';
import { fulfilOrder, reverseOrder } from './fulfilment.service.ts';
import { type OpenShop, type OrderParts, requireOpenShop } from './order-parts.ts';
import { isDue, isTakenBack, judgeOrder, type Verdict } from './order-rules.ts';
import {
  type OrderChanges,
  selectOrder,
  selectOrderForUpdate,
  updateOrderFacts,
  updateOrderState,
} from './orders.queries.ts';
import type { OrderRow } from './orders.tables.ts';
import { ensureSession } from './session.service.ts';

/** Each reading that comes too late means that another one has just moved the order. */
const MAX_READINGS = 10;

/**
 * Asks the provider how the order's payment stands and brings the order there. Webhooks, the return page and the
 * reconciler all come here, at once and in any order.
 *
 * @returns the order's state afterwards; undefined for an unknown order
 */
export async function settleOrder(parts: OrderParts, orderId: number): Promise<OrderState | undefined> {
  const shop = requireOpenShop(parts);
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const order = await selectOrder(shop.db, orderId);
    if (!order || order.provider !== shop.payments.name) return order?.state;
    const learnt = await ask(shop, order);
    if (learnt === 'nothing') return (await selectOrder(shop.db, orderId))?.state;
    if (learnt === 'ask again') continue;
    const settled = await shop.db.transaction((tx) => applyVerdict(tx, { orderId, asked: order, learnt }));
    if (!settled) continue;
    if (settled.reviewReason !== undefined)
      shop.log.warn({ orderId, reason: settled.reviewReason }, 'an order needs a decision of staff');
    return settled.state;
  }
  throw new Error(`Order ${orderId} kept changing while the provider was asked.`);
}

type Learnt = { facts: PaymentFacts } | { missing: true };

/** Outside of any transaction: the provider may take seconds to answer. */
async function ask(shop: OpenShop, order: OrderRow): Promise<Learnt | 'nothing' | 'ask again'> {
  if (order.sessionId === null) {
    if (order.state !== 'creating') return 'nothing';
    // Whoever was to open the checkout has crashed, perhaps after the provider did so.
    return (await ensureSession(shop, order)) === undefined ? 'nothing' : 'ask again';
  }
  try {
    const facts = await shop.payments.getSession(order.sessionId);
    return { facts };
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    return { missing: true };
  }
}

type Settled = { state: OrderState; reviewReason?: string };

/** Undefined when the order was moved after the provider was asked: what it said then may be outdated. */
async function applyVerdict(
  tx: Transaction,
  { orderId, asked, learnt }: { orderId: number; asked: OrderRow; learnt: Learnt },
): Promise<Settled | undefined> {
  const order = await selectOrderForUpdate(tx, orderId);
  if (!order || order.revision !== asked.revision) return undefined;
  if ('missing' in learnt)
    return order.state === 'review' ? { state: 'review' } : toReview(tx, order, 'session_missing');
  const { facts } = learnt;
  const verdict = judgeOrder(order, facts);
  const news = newsOf(order, facts, verdict);
  if (Object.keys(news).length > 0) await updateOrderFacts(tx, orderId, news);
  switch (verdict.kind) {
    case 'unchanged':
      return { state: order.state };
    case 'review':
      return toReview(tx, order, verdict.reason);
    case 'moves':
      return moveOrder(tx, order, verdict.steps);
  }
}

function newsOf(order: OrderRow, facts: PaymentFacts, verdict: Verdict): OrderChanges {
  const { paymentIntentId, refundedCents } = facts;
  // Sums of another order or another currency say nothing about this one.
  if (verdict.kind === 'review') return {};
  return {
    ...(paymentIntentId !== undefined && order.paymentIntentId === null && { paymentIntentId }),
    ...(refundedCents !== order.refundedCents && refundedCents <= order.priceCents && { refundedCents }),
  };
}

async function toReview(tx: Transaction, order: OrderRow, reason: string): Promise<Settled> {
  await move(tx, order, 'review', { reason, changes: { reviewReason: reason } });
  return { state: 'review', reviewReason: reason };
}

async function moveOrder(
  tx: Transaction,
  order: OrderRow,
  steps: [OrderState, ...OrderState[]],
): Promise<Settled> {
  const target = steps.at(-1) ?? order.state;
  // Before the first move, while the row still tells what has been done.
  if (isDue(target) && (await fulfilOrder(tx, order)) === 'stock_gone')
    return toReview(tx, order, 'stock_gone');
  if (isTakenBack(target)) await reverseOrder(tx, order);
  let from = order.state;
  for (const to of steps) {
    await move(tx, { ...order, state: from }, to, { reason: 'payment', changes: changesFor(order, to) });
    from = to;
  }
  if (changesFor(order, target).stock === 'released') await releaseStock(tx, order.productId);
  return { state: target };
}

function changesFor(order: OrderRow, to: OrderState): OrderChanges {
  if (to === 'paid' && order.paidAt === null) return { paidAt: sql`now()` };
  const isClosedUnpaid = to === 'failed' || to === 'expired' || to === 'cancelled';
  return isClosedUnpaid && order.stock === 'held' ? { stock: 'released' } : {};
}

async function move(
  tx: Transaction,
  { id, state }: OrderRow,
  to: OrderState,
  { reason, changes }: { reason: string; changes: OrderChanges },
): Promise<void> {
  const isMoved = await updateOrderState(tx, { id, from: state, to, reason, changes });
  if (!isMoved) throw new Error(`Order ${id} was moved by somebody who did not lock it.`);
}
