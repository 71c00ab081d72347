import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import type { ExportList, Staff } from '#features/staff/staff.ts';
import { presentAdminUser } from './accounts.admin.presenter.ts';
import type { AdminAccount } from './accounts.admin.queries.ts';
import { countUsers, selectUsersAfter, type UserFilter } from './filtered-users.queries.ts';

/** The accounts that the list finds, by id. */
export function exportUsers(exportList: ExportList, staff: Staff, query: UserFilter): Promise<CsvFile> {
  const { viewer } = staff;
  return exportList(staff, {
    list: 'users',
    fileName: 'accounts',
    columns: COLUMNS,
    present: (account: AdminAccount) => presentAdminUser(account, viewer),
    query,
    readAfter: (tx, { after, limit }) => selectUsersAfter(tx, viewer, { query, after: after?.id, limit }),
    count: (tx, most) => countUsers(tx, viewer, { query, most }),
  });
}

const COLUMNS: CsvColumn<AdminUser>[] = [
  { label: 'accountDBID', value: (user) => user.accountDBID },
  { label: 'userName', value: (user) => user.userName },
  { label: 'email', value: (user) => user.email },
  { label: 'permission', value: (user) => user.permission },
  { label: 'webMgt', value: (user) => user.webMgt },
  { label: 'banned', value: (user) => user.banned },
  { label: 'registerTime', value: (user) => user.registerTime },
  { label: 'lastLoginTime', value: (user) => user.lastLoginTime },
];
