import * as endpoints from '@waygate/contract/coins/coins.endpoints';
import { getTracedAccount } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { readAdminCoinHistory } from './admin-history.service.ts';

export function coinAdminRoutes(route: Route, { db }: { db: Database }): void {
  route(endpoints.listAdminCoinHistory, async ({ params: { id }, query, ...staff }) => {
    const account = await getTracedAccount(db, staff, id);
    return readAdminCoinHistory(db, staff.viewer, { account, ...query });
  });
}
