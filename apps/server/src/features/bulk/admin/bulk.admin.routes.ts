import * as endpoints from '@waygate/contract/bulk/bulk.endpoints';
import { bulkActionNameSchema, type BulkProgress, sectionOf } from '@waygate/contract/bulk/bulk.schemas';
import { holds } from '@waygate/contract/permissions';
import { selectBulkPage, selectBulkRows } from '#features/bulk/bulk.queries.ts';
import type { ExportList } from '#features/staff/staff.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import { forbidden } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { exportBulk } from './bulk-export.service.ts';
import { presentProgress } from './bulk.presenter.ts';
import { getBulkProgress, runBulk, startBulk, stopBulk } from './bulk.service.ts';
import { checkBulk } from './check-bulk.service.ts';

/** Well below what proxies wait for an answer. */
const RUN_MS = 3000;

type Parts = { db: Database; readList: ReadList; exportList: ExportList };

/** Grants and bans of many accounts at once. */
export function bulkAdminRoutes(route: Route, { db, readList, exportList }: Parts): void {
  route(endpoints.checkBulk, ({ body, viewer, address }) => checkBulk(db, { viewer, address }, body));

  route(endpoints.startBulk, async ({ body, viewer, address }) => {
    const accounts = [...new Set(body.accounts)];
    return presentProgress(await startBulk(db, { viewer, address }, { ...body, accounts }));
  });

  route(endpoints.runBulk, async ({ params: { id }, viewer, address }) =>
    presentProgress(await runBulk(db, { viewer, address }, { id, forMs: RUN_MS })),
  );

  route(endpoints.stopBulk, async ({ params: { id }, body: { reason }, viewer, address }) =>
    presentProgress(await stopBulk(db, { viewer, address }, { id, reason })),
  );

  route(endpoints.listBulk, async ({ query, viewer }) => {
    const { rows, totals } = await readList({ ...query, search: '' }, (tx) =>
      selectBulkPage(tx, { ...query, actions: actionsOf(viewer) }),
    );
    return { lists: rows.map(presentProgress), ...totals };
  });

  route(endpoints.exportBulk, ({ query, viewer, address }) =>
    exportBulk(exportList, { viewer, address }, { ...query, actions: actionsOf(viewer) }),
  );

  route(endpoints.getBulk, async ({ params: { id }, viewer }) => {
    const progress = await getBulkProgress(db, id);
    if (!mayUse(viewer, progress.list.action)) throw forbidden();
    const rows = await selectBulkRows(db, id);
    return {
      ...presentProgress(progress),
      rows: rows.map(({ accountId, ...row }) => ({ accountDBID: accountId, ...row })),
    };
  });
}

function actionsOf(viewer: Viewer): BulkProgress['action'][] {
  return bulkActionNameSchema.options.filter((action) => mayUse(viewer, action));
}

function mayUse(viewer: Viewer, action: BulkProgress['action']): boolean {
  return holds(viewer, sectionOf(action));
}
