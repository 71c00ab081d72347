import * as endpoints from '@waygate/contract/coins/coins.endpoints';
import { readCoinHistory } from '#features/coins/history.service.ts';
import { getTracedAccount } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';

export function coinAdminRoutes(route: Route, { db }: { db: Database }): void {
  route(endpoints.listAdminCoinHistory, async ({ params: { id }, query, ...staff }) => {
    await getTracedAccount(db, staff, id);
    return readCoinHistory(db, { accountId: id, ...query });
  });
}
