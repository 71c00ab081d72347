import type { Role } from '@waygate/contract/roles/roles.schemas';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '#api/api-error.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { RecordActions } from '#features/admin/records/RecordActions.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { Button, buttonClass } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';
import { DeleteRoleDialog } from './DeleteRoleDialog.tsx';
import { EditRoleDialog } from './EditRoleDialog.tsx';
import { NewRoleDialog } from './NewRoleDialog.tsx';
import styles from './RoleList.module.css';
import { SectionChips } from './SectionChips.tsx';
import { accountsText } from './texts.ts';
import { useRoles } from './use-roles.ts';

type Opened = { dialog: 'new' } | { dialog: 'edit' | 'delete'; role: Role };

/** The roles with their sections. */
export function RoleList() {
  const { data: roles, error, refetch } = useRoles();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const add = <Button onClick={() => setOpened({ dialog: 'new' })}>New role</Button>;
  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        <p>A role is a set of sections for many accounts. Owners need none: they have every right.</p>
        <div className={styles.buttons}>
          <Link to={adminPaths.staff} className={buttonClass('secondary')}>
            Who has what
          </Link>
          {add}
        </div>
      </div>
      {error && !roles && (
        <Failure message={messageOf(error, "The roles couldn't be loaded.")} onRetry={() => void refetch()} />
      )}
      {!error && !roles && <ListSkeleton caption="roles" />}
      {roles && (
        <DataTable
          caption="Roles"
          columns={columnsOf(setOpened)}
          rows={roles}
          rowKey={({ roleId }) => roleId}
          empty={
            <EmptyState>
              <p>There are no roles yet. Rights are set for each account.</p>
            </EmptyState>
          }
        />
      )}
      {opened?.dialog === 'new' && <NewRoleDialog onClose={close} />}
      {opened?.dialog === 'edit' && <EditRoleDialog role={opened.role} onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteRoleDialog role={opened.role} onClose={close} />}
    </div>
  );
}

function columnsOf(open: (opened: Opened) => void): Column<Role>[] {
  return [
    {
      id: 'name',
      label: 'Role',
      isPrimary: true,
      width: '18rem',
      render: ({ name, description }) => (
        <div className={styles.role}>
          {name}
          {description && <div className={styles.description}>{description}</div>}
        </div>
      ),
    },
    { id: 'sections', label: 'Sections', render: ({ sections }) => <SectionChips sections={sections} /> },
    {
      id: 'accounts',
      label: 'Accounts',
      width: '8rem',
      render: ({ roleId, name, accountCount }) =>
        accountCount === 0 ? (
          'None'
        ) : (
          <Link
            to={`${adminPaths.staff}?role=${roleId}`}
            aria-label={`${accountsText(accountCount)} with the role ${name}`}
          >
            {accountsText(accountCount)}
          </Link>
        ),
    },
    {
      id: 'actions',
      label: 'Actions',
      width: '11rem',
      render: (role) => (
        <RecordActions
          name={role.name}
          onEdit={() => open({ dialog: 'edit', role })}
          onDelete={() => open({ dialog: 'delete', role })}
        />
      ),
    },
  ];
}
