import * as endpoints from '@waygate/contract/redeliveries/redeliveries.endpoints';
import type { ExportList } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadGate } from '#platform/db/paging/read-gate.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { selectRedeliveries } from '#features/redeliveries/redeliveries.queries.ts';
import { previewRedelivery } from './preview.service.ts';
import { presentRedelivery } from './redeliveries.presenter.ts';
import { exportRedeliveries } from './redelivery-export.service.ts';
import { startRedelivery } from './redeliveries.service.ts';

type Parts = {
  db: Database;
  jobs: Jobs;
  readGate: ReadGate;
  readList: ReadList;
  exportList: ExportList;
};

/** Sending what a restored or wiped game has lost again. */
export function redeliveryAdminRoutes(route: Route, parts: Parts): void {
  route(endpoints.previewRedelivery, ({ query, viewer }) => {
    const { mode, scope, target = null, server = null, since = null } = query;
    return previewRedelivery(parts.readGate, viewer, {
      mode,
      scope,
      targetId: target,
      serverId: server,
      since,
    });
  });

  route(endpoints.startRedelivery, async ({ body, viewer, address }) =>
    presentRedelivery(await startRedelivery(parts, { viewer, address }, body)),
  );

  route(endpoints.listRedeliveries, async ({ query }) => {
    const { rows, totals } = await parts.readList({ ...query, search: '' }, (tx) =>
      selectRedeliveries(tx, query),
    );
    return { redeliveries: rows.map(presentRedelivery), ...totals };
  });

  route(endpoints.exportRedeliveries, ({ query, ...staff }) =>
    exportRedeliveries(parts.exportList, staff, query),
  );
}
