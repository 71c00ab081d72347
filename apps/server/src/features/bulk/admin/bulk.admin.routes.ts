import * as endpoints from '@waygate/contract/bulk/bulk.endpoints';
import { bulkActionNameSchema, type BulkProgress, sectionOf } from '@waygate/contract/bulk/bulk.schemas';
import { holds } from '@waygate/contract/permissions';
import { type BulkProgressRow, selectBulkLists, selectBulkRows } from '#features/bulk/bulk.queries.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database } from '#platform/db/database.ts';
import { forbidden } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { getBulkProgress, runBulk, startBulk } from './bulk.service.ts';
import { checkBulk } from './check-bulk.service.ts';

const LISTED = 20;

/** Well below what proxies wait for an answer. */
const RUN_MS = 3000;

/** Grants and bans of many accounts at once. */
export function bulkAdminRoutes(route: Route, { db }: { db: Database }): void {
  route(endpoints.checkBulk, ({ body, viewer, address }) => checkBulk(db, { viewer, address }, body));

  route(endpoints.startBulk, async ({ body, viewer, address }) => {
    const accounts = [...new Set(body.accounts)];
    return presentProgress(await startBulk(db, { viewer, address }, { ...body, accounts }));
  });

  route(endpoints.runBulk, async ({ params: { id }, viewer, address }) =>
    presentProgress(await runBulk(db, { viewer, address }, { id, forMs: RUN_MS })),
  );

  route(endpoints.listBulk, async ({ viewer }) => {
    const actions = bulkActionNameSchema.options.filter((action) => mayUse(viewer, action));
    return { lists: (await selectBulkLists(db, { actions, limit: LISTED })).map(presentProgress) };
  });

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

function mayUse(viewer: Viewer, action: BulkProgress['action']): boolean {
  return holds(viewer, sectionOf(action));
}

function presentProgress({ list, staffName, ...counts }: BulkProgressRow): BulkProgress {
  const { waiting, done, already, failed } = counts;
  return {
    id: list.id,
    action: list.action,
    staff: { accountDBID: list.staffId, userName: staffName },
    reason: list.reason,
    createdAt: list.createdAt.toISOString(),
    finishedAt: list.finishedAt?.toISOString() ?? null,
    total: waiting + done + already + failed,
    waiting,
    done,
    already,
    failed,
  };
}
