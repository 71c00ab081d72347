import { createCheckoutSession, listOrders } from '@waygate/contract/orders/orders.endpoints';
import { selectDeliveryStatesOfOrders } from '#features/deliveries/deliveries.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { createCheckout } from './checkout.service.ts';
import type { OrderParts } from './order-parts.ts';
import { presentOrder } from './orders.presenter.ts';
import { isUnsettled } from './order-rules.ts';
import { selectOrderLines, selectOrdersOfAccount } from './orders.queries.ts';
import type { OrderRow } from './orders.tables.ts';
import { hurryOrdersOfAccount } from './reconciler.service.ts';

export function orderRoutes(route: Route, parts: OrderParts): void {
  route(createCheckoutSession, async ({ viewer, body }) => ({
    url: await createCheckout(parts, { accountId: viewer.accountId, productId: body.productId }),
  }));

  route(listOrders, async ({ viewer, query }) => {
    const { accountId } = viewer;
    const { rows, total } = await selectOrdersOfAccount(parts.db, { accountId, limit: query.limit });
    if (rows.some(({ state }) => isUnsettled(state))) await hurryOrdersOfAccount(parts, accountId);
    return { orders: await withLines(parts.db, rows), total };
  });
}

async function withLines(db: Db, rows: OrderRow[]) {
  const ids = rows.map(({ id }) => id);
  const [lines, deliveries] = await Promise.all([
    selectOrderLines(db, ids),
    selectDeliveryStatesOfOrders(db, ids),
  ]);
  const states = new Map(deliveries.map(({ orderId, position, state }) => [`${orderId}:${position}`, state]));
  const linesOfOrders = Map.groupBy(lines, ({ orderId }) => orderId);
  return rows.map((order) =>
    presentOrder(
      order,
      (linesOfOrders.get(order.id) ?? []).map((line) => ({
        ...line,
        deliveryState: states.get(`${order.id}:${line.position}`),
      })),
    ),
  );
}
