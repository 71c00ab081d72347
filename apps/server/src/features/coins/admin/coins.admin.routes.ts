import * as endpoints from '@waygate/contract/coins/coins.endpoints';
import { NO_SUCH_ACCOUNT, selectAccount } from '#features/identity/identity.ts';
import { readCoinHistory } from '#features/coins/history.service.ts';
import { traceRecord } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';

export function coinAdminRoutes(route: Route, { db }: { db: Database }): void {
  route(endpoints.listAdminCoinHistory, async ({ params: { id }, query, ...staff }) => {
    if (!(await selectAccount(db, id))) throw notFound(NO_SUCH_ACCOUNT);
    await traceRecord(db, staff, { list: 'users', id });
    return readCoinHistory(db, { accountId: id, ...query });
  });
}
