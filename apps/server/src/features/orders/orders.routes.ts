import { createCheckoutSession, listOrders, listPurchases } from '@waygate/contract/orders/orders.endpoints';
import type { Route } from '#platform/http/route.ts';
import { createCheckout } from './checkout.service.ts';
import type { OrderParts } from './order-parts.ts';
import { presentWithLines } from './orders-with-lines.ts';
import { isUnsettled } from './orders.rules.ts';
import { selectOrdersOfAccount } from './order-history.queries.ts';
import { selectPurchases } from './orders.queries.ts';
import { wakeOrdersOfAccount } from './payments/reconciler.service.ts';

export function orderRoutes(route: Route, parts: OrderParts): void {
  route(createCheckoutSession, async ({ viewer: { accountId }, body: { productId, ...target } }) => ({
    url: await createCheckout(parts, { accountId, productId, target }),
  }));

  route(listOrders, async ({ viewer, query }) => {
    const { accountId } = viewer;
    const { rows, total, remaining } = await selectOrdersOfAccount(parts.db, { accountId, ...query });
    if (rows.some(({ state }) => isUnsettled(state))) await wakeOrdersOfAccount(parts, accountId);
    const nextBefore = remaining > 0 ? (rows.at(-1)?.id ?? null) : null;
    return { orders: await presentWithLines(parts.db, rows), total, remaining, nextBefore };
  });

  route(listPurchases, async ({ viewer: { accountId } }) => ({
    purchases: await selectPurchases(parts.db, accountId),
  }));
}
