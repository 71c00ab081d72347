import { sql } from 'drizzle-orm';
import { type ProductForStaff, selectProductForStaff } from '#features/products/products.ts';
import {
  asStaff,
  type AuditAction,
  audited,
  spendingOfGrant,
  type Staff,
  sumOfSpending,
} from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { conflict, invalid } from '#platform/errors/app-error.ts';
import { retryable } from '#features/orders/admin/staff-order.ts';
import { settleOrderJob } from '#features/orders/job-definitions.ts';
import { type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import { orderLinesOf, type OrderTarget, targetByStaff } from '#features/orders/order-targets.service.ts';
import { insertOrderEvent, selectOrderIdBy } from '#features/orders/orders.queries.ts';
import { orderLines, orders, type UnmatchedPaymentRow } from '#features/orders/orders.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { lockOpenPayment, refreshForStaff } from './staff-unmatched.service.ts';
import { updateUnmatched } from './unmatched.queries.ts';

type Attachment = { id: number; accountId: number; productId: number; reason: string };

/**
 * Makes an order of the account out of the payment, with the reference of the order that is missing, and settles it as
 * any other: the items are delivered under keys of that reference, so that a game that has them from before the backup
 * answers that they are duplicates.
 *
 * @throws what `asStaff` throws; notFound; validation_failed for an unknown product; conflict when the payment was refunded
 *   or attached meanwhile, or isn't in euro
 */
export async function attachUnmatched(
  parts: OrderParts,
  staff: Staff,
  { id, accountId, productId, reason }: Attachment,
): Promise<void> {
  const shop = requireOpenShop(parts);
  const right = { section: 'orders', accountId, givesValue: true } as const;
  await refreshForStaff(shop, staff, { id, right });
  const orderId = await asStaff(shop.db, staff, right, async ({ tx }) => {
    const payment = await lockOpenPayment(tx, id);
    await requireMissingOrder(tx, payment);
    const product = await selectProductForStaff(tx, productId);
    if (!product || product.lines.length === 0)
      throw invalid('This product grants nothing, or was deleted.', { productId: 'Choose another product.' });
    const target = targetByStaff(product);
    if (!target) {
      const message = 'This product has no ids of its items on any game server. Choose another product.';
      throw invalid(message, { productId: message });
    }
    const attached = await insertAttachedOrder(tx, { payment, accountId, product, target });
    await updateUnmatched(tx, payment, { state: 'attached', orderId: attached, closedAt: sql`now()` });
    await shop.jobs.enqueue(tx, settleOrderJob, { orderId: attached });
    const action: AuditAction = {
      kind: 'unmatched.attach',
      target: id,
      after: { orderId: attached, productId, paymentIntentId: payment.paymentIntentId },
      spends: sumOfSpending(product.lines.map(spendingOfGrant)),
      reason,
    };
    return audited(action, attached);
  });
  await retryable(settleOrder(shop, orderId));
}

async function requireMissingOrder(tx: Transaction, payment: UnmatchedPaymentRow): Promise<void> {
  const { reference, currency } = payment;
  const orderId = await selectOrderIdBy(tx, { reference });
  if (orderId !== undefined) throw conflict(`This payment belongs to order ${orderId}. Look there.`);
  if (currency !== 'eur') throw conflict('Orders are in euro, and this payment is not. Refund it.');
}

/** At the price that was paid. `processing`: the payment's own status decides what comes of it. */
async function insertAttachedOrder(
  tx: Transaction,
  {
    payment,
    accountId,
    product,
    target,
  }: { payment: UnmatchedPaymentRow; accountId: number; product: ProductForStaff; target: OrderTarget },
): Promise<number> {
  const { provider, isLive, reference, sessionId, paymentIntentId, amountCents } = payment;
  const [order] = await tx
    .insert(orders)
    .values({
      accountId,
      provider,
      isLive,
      reference,
      sessionId,
      paymentIntentId,
      ...target,
      productId: product.id,
      productName: product.name,
      priceCents: amountCents,
      state: 'processing',
      expiresAt: sql`now()`,
      createdAt: payment.startedAt,
      // The unit is taken when it is paid; if there is none left, the order goes to review.
      stock: product.stock === null ? 'none' : 'released',
    })
    // Another payment of the same missing order, attached just now.
    .onConflictDoNothing({ target: orders.reference })
    .returning({ id: orders.id });
  if (!order) {
    await requireMissingOrder(tx, payment);
    throw new Error('The order was not written.');
  }
  await tx
    .insert(orderLines)
    .values(orderLinesOf(product, target).map((line) => ({ ...line, orderId: order.id })));
  const event = { fromState: null, toState: 'processing', reason: 'attached by staff' } as const;
  await insertOrderEvent(tx, { orderId: order.id, ...event });
  return order.id;
}
