import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { type Outcome, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Transaction } from '#platform/db/database.ts';
import { fetchPaymentSnapshot, type FoundSnapshot } from '#features/orders/payments/payment-snapshots.ts';
import type { OpenShop } from '#features/orders/order-parts.ts';
import { selectOrderForUpdate } from '#features/orders/orders.queries.ts';
import type { OrderRow } from '#features/orders/orders.tables.ts';
import { asOrderStaff, requireSameProvider } from './staff-order.ts';

export async function fetchOwnPayment(shop: OpenShop, order: OrderRow): Promise<{ fetched: FoundSnapshot }> {
  requireSameProvider(shop, order);
  const { sessionId } = order;
  return { fetched: sessionId === null ? undefined : await fetchPaymentSnapshot(shop, sessionId) };
}

/** @throws conflict when the decision would do something else by now than its form showed */
export type Check = (tx: Transaction, order: OrderRow, payment: FoundSnapshot) => Promise<void>;

type Deciding = {
  orderId: number;
  decision: 'deliver' | 'cancel';
  requireUnchanged: Check;
  decide: (tx: Transaction, order: OrderRow, payment: FoundSnapshot) => Promise<Outcome<OrderState>>;
};

/** Closes the checkout, then decides by the payment, unless it was decided like this already. */
export function decideByPayment(
  shop: OpenShop,
  staff: Staff,
  { orderId, decision, requireUnchanged, decide }: Deciding,
): Promise<OrderState> {
  return asOrderStaff<FoundSnapshot, OrderState>(shop, staff, orderId, {
    fetch: async (order) => {
      const found = await fetchOwnPayment(shop, order);
      if (order.sessionId === null || order.state !== 'review') return found;
      // Checked before the checkout is closed, which can't be undone, and again under the lock that decides.
      await checkLocked(shop, { order, payment: found.fetched }, requireUnchanged);
      // Expired first, so that nobody pays while the order is decided.
      await shop.payments.expireSession(order.sessionId);
      return fetchOwnPayment(shop, order);
    },
    apply: async (tx, order, payment) => {
      if (isDecidedAs(order, decision)) return unchanged(order.state);
      await requireUnchanged(tx, order, payment);
      return decide(tx, order, payment);
    },
  });
}

async function checkLocked(
  shop: OpenShop,
  { order: { id }, payment }: { order: OrderRow; payment: FoundSnapshot },
  check: Check,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await selectOrderForUpdate(tx, id);
    if (order?.state === 'review') await check(tx, order, payment);
  });
}

/** The second click on the same decision. */
function isDecidedAs({ state, decision }: OrderRow, decided: OrderRow['decision']): boolean {
  return state !== 'review' && decision === decided;
}
