import * as endpoints from '@waygate/contract/accounts/accounts.endpoints';
import { createFindViewer } from '#features/sessions/sessions.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { presentProfile } from './profile.presenter.ts';
import { profilesOfSessions } from './profile.queries.ts';

export function profileRoutes(route: Route, { db }: { db: Database }): void {
  const findViewer = createFindViewer(db, profilesOfSessions);
  route(endpoints.getProfile, async ({ viewer }) => presentProfile(viewer), findViewer);
}
