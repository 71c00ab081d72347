import { createCheckoutSession, listOrders, listPurchases } from '@waygate/contract/orders/orders.endpoints';
import type { Route } from '#platform/http/route.ts';
import { createCheckout } from './checkout.service.ts';
import type { OrderParts } from './order-parts.ts';
import { presentWithLines } from './orders-with-lines.ts';
import { isUnsettled } from './orders.rules.ts';
import { selectOrdersOfAccount, selectPurchases } from './orders.queries.ts';
import { wakeOrdersOfAccount } from './payments/reconciler.service.ts';

export function orderRoutes(route: Route, parts: OrderParts): void {
  route(createCheckoutSession, async ({ viewer: { accountId }, body: { productId, ...target } }) => ({
    url: await createCheckout(parts, { accountId, productId, target }),
  }));

  route(listOrders, async ({ viewer, query }) => {
    const { accountId } = viewer;
    const { rows, total } = await selectOrdersOfAccount(parts.db, { accountId, limit: query.limit });
    if (rows.some(({ state }) => isUnsettled(state))) await wakeOrdersOfAccount(parts, accountId);
    return { orders: await presentWithLines(parts.db, rows), total };
  });

  route(listPurchases, async ({ viewer: { accountId } }) => ({
    purchases: await selectPurchases(parts.db, accountId),
  }));
}
