import * as endpoints from '@waygate/contract/roles/roles.endpoints';
import type { Database } from '#platform/db/database.ts';
import type { ExportList, ReadTraced } from '#features/staff/staff.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { applyRole, revokeRights } from './account-rights.service.ts';
import { createRole, deleteRole, updateRole } from './role-editor.service.ts';
import { presentRole, presentStaffMember } from './roles.presenter.ts';
import { selectRoles } from './roles.queries.ts';
import { exportStaff } from './staff-export.service.ts';
import { selectStaffPage } from './staff-list.queries.ts';

type Parts = { db: Database; jobs: Jobs; readTraced: ReadTraced; exportList: ExportList };

export function roleAdminRoutes(route: Route, { db, jobs, readTraced, exportList }: Parts): void {
  route(endpoints.listRoles, async () => ({ roles: (await selectRoles(db)).map(presentRole) }));

  route(endpoints.createRole, ({ body, ...staff }) => createRole(db, staff, body));

  route(endpoints.updateRole, ({ params, body, ...staff }) =>
    updateRole({ db, jobs }, staff, { id: params.id, input: body }),
  );

  route(endpoints.deleteRole, ({ params, query, ...staff }) =>
    deleteRole(db, staff, { id: params.id, rights: query.rights }),
  );

  route(endpoints.applyRole, ({ params, body, ...staff }) =>
    applyRole({ db, jobs }, staff, { roleId: params.id, accountIds: body.accounts, revision: body.revision }),
  );

  route(endpoints.revokeRights, ({ body, ...staff }) => revokeRights(db, staff, body.accounts));

  route(endpoints.listStaff, async ({ query, ...staff }) => {
    const { rows, totals } = await readTraced(staff, 'staff', query, (tx) => selectStaffPage(tx, query));
    return { staff: rows.map(presentStaffMember), ...totals };
  });

  route(endpoints.exportStaff, ({ query, ...staff }) => exportStaff(exportList, staff, query));
}
