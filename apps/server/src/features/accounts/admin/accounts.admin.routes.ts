import * as endpoints from '@waygate/contract/accounts/accounts.admin.endpoints';
import { selectNewestMails } from '#features/mail/mail.ts';
import { listSessions } from '#features/sessions/sessions.ts';
import { type ExportList, type ReadTraced, type Staff, traceRecord } from '#features/staff/staff.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { UsePortalPassword } from '#platform/auth/portal-password.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { presentAdminUser, presentHistory } from './accounts.admin.presenter.ts';
import { type AdminAccount, getAdminAccount } from './accounts.admin.queries.ts';
import { selectNewestBans } from './bans.queries.ts';
import { banAccount, unbanAccount } from './bans.service.ts';
import { endUserSessions } from './end-sessions.service.ts';
import { exportUserBans, exportUserMails, exportUserSessions } from './history-export.service.ts';
import { sendResetLink } from './reset-link.service.ts';
import { exportUsers } from './user-export.service.ts';
import { selectUsers } from './user-list.queries.ts';
import { updateUser } from './user-update.service.ts';

/** Rows of each kind in an account's history. */
const HISTORY_ROWS = 50;

type Parts = {
  db: Database;
  readTraced: ReadTraced;
  exportList: ExportList;
  jobs: Jobs;
  passwords: Passwords;
  usePortalPassword: UsePortalPassword;
};

export function accountAdminRoutes(route: Route, parts: Parts): void {
  readRoutes(route, parts);
  changeRoutes(route, parts);
}

function readRoutes(route: Route, { db, readTraced, exportList }: Parts): void {
  route(endpoints.listUsers, async ({ query, ...staff }) => {
    const { viewer } = staff;
    const { rows, totals } = await readTraced(staff, 'users', query, (tx) => selectUsers(tx, viewer, query));
    return { users: rows.map((user) => presentAdminUser(user, viewer)), ...totals };
  });

  route(endpoints.exportUsers, ({ query, ...staff }) => exportUsers(exportList, staff, query));

  route(endpoints.getUser, async ({ params, ...staff }) =>
    presentAdminUser(await getTracedAccount(db, staff, params.id), staff.viewer),
  );

  route(endpoints.getUserHistory, async ({ params, ...staff }) => {
    const account = await getTracedAccount(db, staff, params.id);
    const { id } = account;
    const [bans, sessions, mails] = await Promise.all([
      selectNewestBans(db, id, HISTORY_ROWS),
      listSessions(db, id),
      selectNewestMails(db, id, HISTORY_ROWS),
    ]);
    return presentHistory({ bans, sessions, mails }, account, staff.viewer);
  });

  route(endpoints.exportUserBans, async ({ params, ...staff }) =>
    exportUserBans(exportList, staff, await getTracedAccount(db, staff, params.id)),
  );

  route(endpoints.exportUserSessions, async ({ params, ...staff }) =>
    exportUserSessions(exportList, staff, await getTracedAccount(db, staff, params.id)),
  );

  route(endpoints.exportUserMails, async ({ params, ...staff }) =>
    exportUserMails(exportList, staff, await getTracedAccount(db, staff, params.id)),
  );
}

async function getTracedAccount(db: Database, staff: Staff, id: number): Promise<AdminAccount> {
  const account = await getAdminAccount(db, id);
  await traceRecord(db, staff, { list: 'users', id });
  return account;
}

function changeRoutes(route: Route, parts: Parts): void {
  const { db } = parts;

  route(endpoints.updateUser, ({ params, body, ...staff }) =>
    updateUser(parts, staff, { accountId: params.id, update: body }),
  );

  route(endpoints.sendResetLink, async ({ params, ...staff }) => ({
    message: await sendResetLink(parts, staff, params.id),
  }));

  route(endpoints.endUserSessions, ({ params, ...staff }) => endUserSessions(db, staff, params.id));

  route(endpoints.banUser, async ({ body, ...staff }) => {
    const userName = await banAccount(db, staff, body);
    return { message: `User ${userName} banned successfully.` };
  });

  route(endpoints.unbanUser, async ({ body, ...staff }) => {
    const userName = await unbanAccount(db, staff, body.accountDBID);
    return { message: `User ${userName} unbanned successfully.` };
  });
}
