import type { OrderEffects } from '@waygate/contract/orders/order-effects.schemas';
import { sql } from 'drizzle-orm';
import { type ProductForStaff, selectProductForStaff } from '#features/products/products.ts';
import {
  asStaff,
  type AuditAction,
  audited,
  spendingOfGrant,
  type Staff,
  sumOfSpending,
  unchanged,
} from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { conflict, invalid } from '#platform/errors/app-error.ts';
import { measureEffects, requireExpected } from '#features/orders/admin/order-effects.service.ts';
import { retryable } from '#features/orders/admin/staff-order.ts';
import { fetchPaymentSnapshot, type FoundSnapshot } from '#features/orders/payments/payment-snapshots.ts';
import { settleOrderJob } from '#features/orders/job-definitions.ts';
import { type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import { orderLinesOf, type OrderTarget, targetByStaff } from '#features/orders/order-targets.service.ts';
import { insertOrderEvent, selectOrderForUpdate, selectOrderIdBy } from '#features/orders/orders.queries.ts';
import { orderLines, orders, type UnmatchedPaymentRow } from '#features/orders/orders.tables.ts';
import { isMoneyHeld } from '#features/orders/orders.rules.ts';
import { applyPayment, settleOrder } from '#features/orders/settlement.service.ts';
import { lockOpenPayment, moneyReturned, readForStaff, refreshForStaff } from './staff-unmatched.service.ts';
import { updateUnmatched } from './unmatched.queries.ts';

type Attachment = { id: number; accountId: number; productId: number };

/**
 * Makes an order of the account out of the payment, with the reference of the order that is missing, and settles it as
 * any other: the items are delivered under keys of that reference, so that a game that has them from before the backup
 * answers that they are duplicates.
 *
 * @param attachment.expected what the form showed
 * @throws what `asStaff` throws; notFound; validation_failed for an unknown product; conflict when the payment was refunded
 *   or attached meanwhile, isn't in euro, or would grant something else than expected
 */
export async function attachUnmatched(
  parts: OrderParts,
  staff: Staff,
  { expected, reason, ...attachment }: Attachment & { expected?: OrderEffects | undefined; reason: string },
): Promise<void> {
  const shop = requireOpenShop(parts);
  const { id, productId } = attachment;
  const right = rightFor(attachment);
  const snapshot = await refreshForStaff(shop, staff, { id, right });
  const orderId = await asStaff(shop.db, staff, right, async ({ tx }) => {
    await requireExpected(expected, () => effectsOfAttaching(tx, { ...attachment, snapshot }));
    const { orderId: attached, payment, product } = await attach(tx, attachment);
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

/**
 * What attaching would grant, by the code that does it. Stores nothing, not even what it read of the payment.
 *
 * @throws what `attachUnmatched` throws
 */
export async function previewAttach(
  parts: OrderParts,
  staff: Staff,
  attachment: Attachment,
): Promise<OrderEffects> {
  const shop = requireOpenShop(parts);
  const right = rightFor(attachment);
  const payment = await readForStaff(shop, staff, { id: attachment.id, right });
  const snapshot = await retryable(fetchPaymentSnapshot(shop, payment.sessionId));
  if (payment.state === 'open' && snapshot && !isMoneyHeld(snapshot)) throw moneyReturned();
  return asStaff(shop.db, staff, right, async ({ tx }) =>
    unchanged(await effectsOfAttaching(tx, { ...attachment, snapshot })),
  );
}

function rightFor({ accountId }: Attachment) {
  return { section: 'orders', accountId, givesValue: true } as const;
}

function effectsOfAttaching(
  tx: Transaction,
  { snapshot, ...attachment }: Attachment & { snapshot: FoundSnapshot },
): Promise<OrderEffects> {
  return measureEffects(
    tx,
    { accountId: attachment.accountId, orderId: undefined },
    {
      decide: async (inner) => {
        const { orderId } = await attach(inner, attachment);
        const order = await selectOrderForUpdate(inner, orderId);
        if (order) await applyPayment(inner, order, snapshot, order.createdAt.toISOString());
        return orderId;
      },
    },
  );
}

/** Writes the order and closes the payment. */
async function attach(tx: Transaction, { id, accountId, productId }: Attachment) {
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
  const orderId = await insertAttachedOrder(tx, { payment, accountId, product, target });
  await updateUnmatched(tx, payment, { state: 'attached', orderId, closedAt: sql`now()` });
  return { orderId, payment, product };
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
