import type { OrderEffects } from '@waygate/contract/orders/order-effects.schemas';
import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { type Outcome, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { fetchPaymentSnapshot, type FoundSnapshot } from '#features/orders/payments/payment-snapshots.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import { selectOrderForUpdate } from '#features/orders/orders.queries.ts';
import type { OrderRow } from '#features/orders/orders.tables.ts';
import { measureEffects, requireExpected } from './order-effects.service.ts';
import { asOrderStaff, requireSameProvider } from './staff-order.ts';

export async function fetchOwnPayment(shop: OpenShop, order: OrderRow): Promise<{ fetched: FoundSnapshot }> {
  requireSameProvider(shop, order);
  const { sessionId } = order;
  return { fetched: sessionId === null ? undefined : await fetchPaymentSnapshot(shop, sessionId) };
}

/** An order in review, locked, and its own payment. */
export type Reviewed = { order: OrderRow; payment: FoundSnapshot };

/** Moves the order as decided. @throws conflict when this is not possible */
type CarryOut = (tx: Transaction, reviewed: Reviewed) => Promise<OrderState>;

type Deciding = {
  orderId: number;
  decision: 'deliver' | 'cancel';
  /** What the form showed. If the decision would no longer do this, it is refused. */
  expected: OrderEffects | undefined;
  carryOut: CarryOut;
  /** What follows, and the audit entry. */
  record: (tx: Transaction, order: OrderRow, state: OrderState) => Promise<Outcome<OrderState>>;
};

/** Closes the checkout, then decides by the payment, unless it was decided like this already. */
export function decideByPayment(
  shop: OpenShop,
  staff: Staff,
  { orderId, decision, expected, carryOut, record }: Deciding,
): Promise<OrderState> {
  const requireUnchanged = (tx: Transaction, reviewed: Reviewed) =>
    requireExpected(expected, () => effectsOf(tx, reviewed, carryOut));
  return asOrderStaff<FoundSnapshot, OrderState>(shop, staff, orderId, {
    fetch: async (order) => {
      const found = await fetchOwnPayment(shop, order);
      if (order.sessionId === null || order.state !== 'review') return found;
      // Checked before the checkout is closed, which can't be undone, and again under the lock that decides.
      if (expected) await checkLocked(shop, { order, payment: found.fetched }, requireUnchanged);
      // Expired first, so that nobody pays while the order is decided.
      await shop.payments.expireSession(order.sessionId);
      return fetchOwnPayment(shop, order);
    },
    apply: async (tx, order, payment) => {
      if (isDecidedAs(order, decision)) return unchanged(order.state);
      await requireUnchanged(tx, { order, payment });
      return record(tx, order, await carryOut(tx, { order, payment }));
    },
  });
}

/** What a decision would do, by carrying it out. @throws what it throws */
export function effectsOf(
  tx: Transaction,
  { order, payment }: Reviewed,
  carryOut: CarryOut,
): Promise<OrderEffects> {
  const subject = { orderId: order.id, accountId: order.accountId };
  return measureEffects(tx, subject, {
    decide: async (inner) => {
      await carryOut(inner, { order, payment });
      return order.id;
    },
  });
}

async function checkLocked(
  shop: OpenShop,
  { order: { id }, payment }: Reviewed,
  check: (tx: Transaction, reviewed: Reviewed) => Promise<void>,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await selectOrderForUpdate(tx, id);
    if (order?.state === 'review') await check(tx, { order, payment });
  });
}

/** The second click on the same decision. */
function isDecidedAs({ state, decision }: OrderRow, decided: OrderRow['decision']): boolean {
  return state !== 'review' && decision === decided;
}
