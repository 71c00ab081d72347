import { exportUsers, listUsers } from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { Link } from 'react-router';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { useUserDialogs } from './use-user-dialogs.tsx';
import { UserActions } from './UserActions.tsx';
import { UserState } from './UserState.tsx';

const COLUMNS: Column<AdminUser>[] = [
  { id: 'id', label: 'ID', sortKey: 'accountDBID', render: (user) => user.accountDBID, width: '4rem' },
  {
    id: 'name',
    label: 'Username',
    sortKey: 'userName',
    isPrimary: true,
    render: (user) => <Link to={adminPaths.user({ accountId: user.accountDBID })}>{user.userName}</Link>,
  },
  { id: 'email', label: 'Email', sortKey: 'email', grows: true, render: (user) => user.email },
  { id: 'state', label: 'State', phone: 'top', render: (user) => <UserState user={user} /> },
  {
    id: 'registered',
    label: 'Registered',
    sortKey: 'registerTime',
    render: (user) => <ShortTime value={user.registerTime} />,
  },
  {
    id: 'login',
    label: 'Last login',
    phone: 'hidden',
    sortKey: 'lastLoginTime',
    render: (user) => (user.lastLoginTime ? <ShortTime value={user.lastLoginTime} /> : 'Never'),
  },
];

const FILTERS: ListFilter[] = [
  {
    name: 'state',
    label: 'State',
    options: [
      { value: 'banned', label: 'Banned' },
      { value: 'unconfirmed', label: 'Unconfirmed' },
      { value: 'staff', label: 'Staff' },
      { value: 'erasure', label: 'To be deleted' },
    ],
  },
  { name: 'from', label: 'Registered from', input: 'time', isExtra: true },
  { name: 'to', label: 'Registered before', input: 'time', isExtra: true },
];

/** All accounts with their actions. */
export function UserList() {
  const { open, dialog } = useUserDialogs();
  const actions: Column<AdminUser> = {
    id: 'actions',
    label: 'Actions',
    render: (user) => <UserActions user={user} onOpen={open} />,
  };
  return (
    <>
      <ListView
        queryKey={['users']}
        load={loadFrom(listUsers, ({ users: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch users."
        caption="Accounts"
        columns={[...COLUMNS, actions]}
        rowKey={({ accountDBID }) => accountDBID}
        searchLabel="Search by name, email or id"
        filters={FILTERS}
        defaultSort="accountDBID"
        empty={<p>There are no accounts yet.</p>}
        csv={exportUsers}
      />
      {dialog}
    </>
  );
}
