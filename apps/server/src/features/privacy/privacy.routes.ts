import * as endpoints from '@waygate/contract/privacy/privacy.endpoints';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createExportOwnData } from './own-data.service.ts';
import { readPrivacy, requestErasure, undoErasure } from './requests.service.ts';

/** What a player may ask for: everything stored about them, and that it is deleted. */
export function privacyRoutes(route: Route, parts: { db: Database; jobs: Jobs; passwords: Passwords }): void {
  const exportOwnData = createExportOwnData(parts.db);

  route(endpoints.getPrivacy, ({ viewer }) => readPrivacy(parts.db, viewer.accountId));

  route(endpoints.exportOwnData, ({ viewer, address }) =>
    exportOwnData({ accountId: viewer.accountId, address }),
  );

  route(endpoints.requestErasure, ({ viewer, body }) =>
    requestErasure(parts, { viewer, password: body.password }),
  );

  route(endpoints.undoErasure, ({ viewer }) => undoErasure(parts, viewer.accountId));
}
