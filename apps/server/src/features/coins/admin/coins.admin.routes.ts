import * as endpoints from '@waygate/contract/coins/coins.admin.endpoints';
import { type ExportList, getTracedAccount } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import type { Route } from '#platform/http/route.ts';
import { readAdminCoinHistory } from './admin-history.service.ts';
import { exportCoinHistory } from './coin-export.service.ts';

type Parts = { db: Database; readList: ReadList; exportList: ExportList };

/** It goes on from an entry, not by numbers. */
const FIRST_PAGE = { search: '', page: 1, pageSize: '10' } as const;

export function coinAdminRoutes(route: Route, { db, readList, exportList }: Parts): void {
  route(endpoints.listAdminCoinHistory, async ({ params: { id }, query, ...staff }) => {
    const account = await getTracedAccount(db, staff, id);
    const { limit, before, ...filter } = query;
    return readList(FIRST_PAGE, (tx) =>
      readAdminCoinHistory(tx, staff.viewer, { account, filter, page: { limit, before } }),
    );
  });

  route(endpoints.exportCoinHistory, async ({ params: { id }, query, ...staff }) => {
    await getTracedAccount(db, staff, id);
    return exportCoinHistory(exportList, staff, { accountId: id, query });
  });
}
