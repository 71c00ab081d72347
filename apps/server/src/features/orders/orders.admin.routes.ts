import { pageWindow } from '@waygate/contract/lists';
import * as endpoints from '@waygate/contract/orders/orders.admin.endpoints';
import { findAccountsNamed } from '#features/accounts/account-search.service.ts';
import { countRows } from '#platform/db/lists.ts';
import type { Route } from '#platform/http/route.ts';
import { decideReview, refundOrder } from './order-desk.service.ts';
import { readOrderDossier } from './order-dossier.service.ts';
import type { OrderParts } from './order-parts.ts';
import { presentAdminOrder, presentAdminOrderDetail } from './orders.admin.presenter.ts';
import { selectAdminOrders, selectMatchingOrders } from './orders.admin.queries.ts';

export function orderAdminRoutes(route: Route, parts: OrderParts): void {
  const { db } = parts;
  const readDetail = async (id: number) => presentAdminOrderDetail(await readOrderDossier(db, id));

  route(endpoints.listAdminOrders, async ({ query }) => {
    const search = query.search.trim();
    const filter = { ...query, search, named: await findAccountsNamed(db, search) };
    const [rows, totals] = await Promise.all([
      selectAdminOrders(db, { ...filter, ...pageWindow(query) }),
      countRows(db, selectMatchingOrders(db, filter), query),
    ]);
    return { orders: rows.map(presentAdminOrder), ...totals };
  });

  route(endpoints.getAdminOrder, ({ params }) => readDetail(params.id));

  route(endpoints.refundOrder, async ({ params, body, viewer, address }) => {
    const { amount, refundedSeen, paymentIntentId, requestId } = body;
    await refundOrder(parts, {
      orderId: params.id,
      staff: { viewer, address },
      requestId,
      ...(amount !== undefined && { amountCents: centsOf(amount) }),
      ...(refundedSeen !== undefined && { seenRefundedCents: centsOf(refundedSeen) }),
      ...(paymentIntentId !== undefined && { paymentIntentId }),
    });
    return readDetail(params.id);
  });

  route(endpoints.decideOrder, async ({ params, body, viewer, address }) => {
    await decideReview(parts, {
      orderId: params.id,
      decision: body.decision,
      staff: { viewer, address },
    });
    return readDetail(params.id);
  });
}

function centsOf(euro: number): number {
  return Math.round(euro * 100);
}
