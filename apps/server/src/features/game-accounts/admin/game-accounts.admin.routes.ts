import * as endpoints from '@waygate/contract/game-accounts/game-accounts.admin.endpoints';
import { type ExportList, getTracedAccount } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { exportUserGameAccounts } from './game-account-export.service.ts';
import { selectAdminGameAccounts } from './game-accounts.admin.queries.ts';

export function gameAccountAdminRoutes(
  route: Route,
  { db, exportList }: { db: Database; exportList: ExportList },
): void {
  route(endpoints.listUserGameAccounts, async ({ params: { id }, ...staff }) => {
    await getTracedAccount(db, staff, id);
    return { gameAccounts: await selectAdminGameAccounts(db, id) };
  });

  route(endpoints.exportUserGameAccounts, async ({ params: { id }, ...staff }) => {
    await getTracedAccount(db, staff, id);
    return exportUserGameAccounts(exportList, staff, id);
  });
}
