import * as endpoints from '@waygate/contract/game-accounts/game-accounts.admin.endpoints';
import { NO_SUCH_ACCOUNT, selectAccount } from '#features/identity/identity.ts';
import { traceRecord } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { selectAdminGameAccounts } from './game-accounts.admin.queries.ts';

export function gameAccountAdminRoutes(route: Route, { db }: { db: Database }): void {
  route(endpoints.listUserGameAccounts, async ({ params: { id }, ...staff }) => {
    if (!(await selectAccount(db, id))) throw notFound(NO_SUCH_ACCOUNT);
    await traceRecord(db, staff, { list: 'users', id });
    return { gameAccounts: await selectAdminGameAccounts(db, id) };
  });
}
