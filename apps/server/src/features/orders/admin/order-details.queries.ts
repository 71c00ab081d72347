import { selectDeliveriesOfOrder } from '#features/deliveries/deliveries.ts';
import type { Database } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import { presentWithLines } from '#features/orders/orders-with-lines.ts';
import { selectOrderPayments } from '#features/orders/payments/order-payments.queries.ts';
import { selectTermsVersion } from '#features/orders/payments/order-terms.queries.ts';
import {
  selectAdminOrder,
  selectOrderDecisions,
  selectOrderEvents,
  selectOrderWebhooks,
  selectRefundsWithStaff,
} from './orders.admin.queries.ts';

export type OrderDetails = Awaited<ReturnType<typeof getOrderDetails>>;

/** An order with everything the portal has stored about it. The provider is not asked. */
export async function getOrderDetails(db: Database, id: number) {
  const found = await selectAdminOrder(db, id);
  if (!found) throw notFound('There is no such order.');
  const { order } = found;
  const [[presented], events, webhooks, deliveries, refunds, decisions, otherPayments, terms] =
    await Promise.all([
      presentWithLines(db, [order]),
      selectOrderEvents(db, id),
      selectOrderWebhooks(db, order),
      selectDeliveriesOfOrder(db, id),
      selectRefundsWithStaff(db, id),
      selectOrderDecisions(db, order),
      selectOrderPayments(db, id),
      selectTermsVersion(db, order.termsVersion),
    ]);
  return {
    ...found,
    lines: presented?.lines ?? [],
    events,
    webhooks,
    deliveries,
    refunds,
    decisions,
    otherPayments,
    terms,
  };
}
