import * as endpoints from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { Database } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { presentAdminUser } from './accounts.admin.presenter.ts';
import { selectAdminAccount } from './admin-accounts.queries.ts';
import { selectUsers } from './user-list.queries.ts';

type Parts = { db: Database };

export function accountAdminRoutes(route: Route, parts: Parts): void {
  readRoutes(route, parts);
}

function readRoutes(route: Route, { db }: Parts): void {
  route(endpoints.listUsers, async ({ query }) => {
    const { users, ...totals } = await selectUsers(db, query);
    return { users: users.map(presentAdminUser), ...totals };
  });

  route(endpoints.getUser, async ({ params }) => {
    const account = await selectAdminAccount(db, params.id);
    if (!account) throw notFound('There is no account with this id.');
    return presentAdminUser(account);
  });
}
