import * as endpoints from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import { pageWindow } from '@waygate/contract/lists';
import { findAccountsNamed } from '#features/accounts/account-search.service.ts';
import type { Database } from '#platform/db/database.ts';
import { countRows } from '#platform/db/lists.ts';
import type { Route } from '#platform/http/route.ts';
import { presentAdminDelivery } from './deliveries.admin.presenter.ts';
import { selectAdminDeliveries, selectMatchingDeliveries } from './deliveries.admin.queries.ts';
import { decideDelivery } from './delivery-desk.service.ts';

export function deliveryAdminRoutes(route: Route, { db }: { db: Database }): void {
  route(endpoints.listAdminDeliveries, async ({ query }) => {
    const search = query.search.trim();
    const filter = { ...query, search, named: await findAccountsNamed(db, search) };
    const [rows, totals] = await Promise.all([
      selectAdminDeliveries(db, { ...filter, ...pageWindow(query) }),
      countRows(db, selectMatchingDeliveries(db, filter), query),
    ]);
    return { deliveries: rows.map(presentAdminDelivery), ...totals };
  });

  const acts = [
    [endpoints.retryDelivery, 'delivery.retry'],
    [endpoints.cancelDelivery, 'delivery.cancel'],
    [endpoints.markDelivered, 'delivery.mark_delivered'],
  ] as const;
  for (const [endpoint, kind] of acts)
    route(endpoint, async ({ params, viewer, address }) =>
      presentAdminDelivery(await decideDelivery(db, { id: params.id, kind, staff: { viewer, address } })),
    );
}
