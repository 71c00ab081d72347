import * as endpoints from '@waygate/contract/privacy/privacy.admin.endpoints';
import { getTracedAccount } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { readUserErasure, requestUserErasure, undoUserErasure } from './user-erasure.service.ts';

export function privacyAdminRoutes(route: Route, parts: { db: Database; jobs: Jobs }): void {
  route(endpoints.getUserErasure, async ({ params, ...staff }) =>
    readUserErasure(parts.db, await getTracedAccount(parts.db, staff, params.id)),
  );

  route(endpoints.eraseUser, ({ params, body, ...staff }) =>
    requestUserErasure(parts, staff, { accountId: params.id, ...body }),
  );

  route(endpoints.undoUserErasure, ({ params, ...staff }) => undoUserErasure(parts, staff, params.id));
}
