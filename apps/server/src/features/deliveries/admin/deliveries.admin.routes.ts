import * as endpoints from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { Database } from '#platform/db/database.ts';
import type { ExportList, ReadTraced } from '#features/staff/staff.ts';
import type { Route } from '#platform/http/route.ts';
import { presentAdminDelivery } from './deliveries.admin.presenter.ts';
import { selectAdminDeliveries } from './deliveries.admin.queries.ts';
import { exportDeliveries } from './delivery-export.service.ts';
import { receiptAdminRoutes } from './receipts.admin.routes.ts';
import { decideDelivery } from './delivery-decisions.service.ts';
import { retryDeliveries } from './retry-deliveries.service.ts';

type Parts = { db: Database; readTraced: ReadTraced; exportList: ExportList };

export function deliveryAdminRoutes(route: Route, parts: Parts): void {
  const { db, readTraced, exportList } = parts;
  receiptAdminRoutes(route, parts);

  route(endpoints.listAdminDeliveries, async ({ query, ...staff }) => {
    const { rows, totals } = await readTraced(staff, 'deliveries', query, (tx) =>
      selectAdminDeliveries(tx, query),
    );
    return { deliveries: rows.map(presentAdminDelivery), ...totals };
  });

  route(endpoints.exportDeliveries, ({ query, ...staff }) => exportDeliveries(exportList, staff, query));

  route(endpoints.retryDeliveries, ({ body, viewer, address }) =>
    retryDeliveries(db, { viewer, address }, body),
  );

  const decisions = [
    [endpoints.retryDelivery, 'delivery.retry'],
    [endpoints.cancelDelivery, 'delivery.cancel'],
    [endpoints.markDelivered, 'delivery.mark_delivered'],
  ] as const;
  for (const [endpoint, kind] of decisions)
    route(endpoint, async ({ params: { id }, body: { reason }, viewer, address }) =>
      presentAdminDelivery(await decideDelivery(db, { viewer, address }, { id, kind, reason })),
    );
}
