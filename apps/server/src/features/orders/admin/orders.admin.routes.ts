import { centsOf } from '@waygate/contract/money';
import * as endpoints from '@waygate/contract/orders/orders.admin.endpoints';
import { type ExportList, type ReadTraced, type Staff, traceRecord } from '#features/staff/staff.ts';
import { exportRevenue } from '#features/orders/revenue/revenue-export.service.ts';
import type { Route } from '#platform/http/route.ts';
import { exportOrders } from './order-export.service.ts';
import { decideOrder, previewRefund, refundOrder } from './order-refunds.service.ts';
import { previewReview } from './order-reviews.service.ts';
import { getOrderDetails } from './order-details.queries.ts';
import { type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import { presentAdminOrder, presentAdminOrderDetail } from './orders.admin.presenter.ts';
import { unmatchedAdminRoutes } from '#features/orders/unmatched/unmatched.admin.routes.ts';
import { selectOrder } from '#features/orders/orders.queries.ts';
import { selectAdminOrders } from './orders.admin.queries.ts';

export function orderAdminRoutes(
  route: Route,
  parts: OrderParts & { readTraced: ReadTraced; exportList: ExportList },
): void {
  const { db } = parts;
  const readDetail = async (id: number) => presentAdminOrderDetail(await getOrderDetails(db, id));

  /** The balances of a preview are the account's. */
  const traceBuyer = async (staff: Staff, orderId: number) => {
    const order = await selectOrder(db, orderId);
    if (order) await traceRecord(db, staff, { list: 'users', id: order.accountId });
  };

  unmatchedAdminRoutes(route, parts);

  route(endpoints.listAdminOrders, async ({ query, ...staff }) => {
    const { rows, totals } = await parts.readTraced(staff, 'orders', query, (tx) =>
      selectAdminOrders(tx, query),
    );
    return { orders: rows.map(presentAdminOrder), ...totals };
  });

  route(endpoints.exportOrders, ({ query, ...staff }) => exportOrders(parts.exportList, staff, query));

  route(endpoints.exportRevenue, ({ query, ...staff }) => exportRevenue(parts.exportList, staff, query));

  route(endpoints.getAdminOrder, async ({ params, ...staff }) => {
    const details = await readDetail(params.id);
    await traceRecord(db, staff, { list: 'orders', id: params.id });
    return details;
  });

  route(endpoints.previewRefund, async ({ params: { id: orderId }, query, ...staff }) => {
    const { amount, paymentIntentId } = query;
    const effects = await previewRefund(parts, staff, {
      orderId,
      ...(amount !== undefined && { amountCents: centsOf(amount) }),
      ...(paymentIntentId !== undefined && { paymentIntentId }),
    });
    await traceBuyer(staff, orderId);
    return effects;
  });

  route(endpoints.previewReview, async ({ params: { id: orderId }, query, ...staff }) => {
    const effects = await previewReview(requireOpenShop(parts), staff, { orderId, ...query });
    await traceBuyer(staff, orderId);
    return effects;
  });

  route(endpoints.refundOrder, async ({ params, body, viewer, address }) => {
    const { amount, refundedSeen, paymentIntentId, requestId, expected, reason } = body;
    const staff = { viewer, address };
    await refundOrder(parts, staff, {
      orderId: params.id,
      requestId,
      expected,
      reason,
      ...(amount !== undefined && { amountCents: centsOf(amount) }),
      ...(refundedSeen !== undefined && { seenRefundedCents: centsOf(refundedSeen) }),
      ...(paymentIntentId !== undefined && { paymentIntentId }),
    });
    return readDetail(params.id);
  });

  route(endpoints.decideOrder, async ({ params, body, viewer, address }) => {
    await decideOrder(parts, { viewer, address }, { orderId: params.id, ...body });
    return readDetail(params.id);
  });
}
