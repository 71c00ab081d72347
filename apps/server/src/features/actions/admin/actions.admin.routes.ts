import * as endpoints from '@waygate/contract/actions/actions.endpoints';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { performAction } from './actions.service.ts';
import { grantItem } from './grant-item.service.ts';

export function actionAdminRoutes(route: Route, { db }: { db: Database }): void {
  route(endpoints.performAction, async ({ body, viewer, address }) => ({
    message: await performAction(db, { viewer, address }, body),
  }));

  route(endpoints.grantItem, ({ params, body, ...staff }) =>
    grantItem(db, staff, { accountId: params.id, ...body }),
  );
}
