import * as endpoints from '@waygate/contract/factors/factors.admin.endpoints';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { planFactorRemoval, stopFactorRemoval } from './factor-removal.service.ts';
import { selectPolicy } from './security-policy.queries.ts';
import { updatePolicy } from './security-policy.service.ts';

export function accountSecurityAdminRoutes(route: Route, parts: { db: Database; jobs: Jobs }): void {
  const { db } = parts;

  route(endpoints.getSecurityPolicy, () => selectPolicy(db));

  route(endpoints.updateSecurityPolicy, ({ body, ...staff }) => updatePolicy(db, staff, body));

  route(endpoints.planFactorRemoval, async ({ params, body, ...staff }) => {
    const removal = { accountId: params.id, reason: body.reason };
    const dueAt = await planFactorRemoval(parts, staff, removal);
    return { dueAt: dueAt.toISOString() };
  });

  route(endpoints.stopFactorRemoval, ({ params, ...staff }) => stopFactorRemoval(db, staff, params.id));
}
