import { exportRoles } from '@waygate/contract/roles/roles.endpoints';
import type { Role } from '@waygate/contract/roles/roles.schemas';
import { useState } from 'react';
import { Link } from 'react-router';
import { ShortList } from '#features/admin/lists/ShortList.tsx';
import { RecordActions } from '#features/admin/records/RecordActions.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { countText } from '#ui/admin/count-text.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { DeleteRoleDialog } from './DeleteRoleDialog.tsx';
import { EditRoleDialog } from './EditRoleDialog.tsx';
import { NewRoleDialog } from './NewRoleDialog.tsx';
import styles from './RoleList.module.css';
import { SectionChips } from './SectionChips.tsx';
import { useRoles } from './use-roles.ts';

type Opened = { dialog: 'new' } | { dialog: 'edit' | 'delete'; role: Role };

/** The roles with their sections. */
export function RoleList() {
  const { data: roles, error, refetch } = useRoles();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <>
      <ShortList
        intro={<p>A role is a set of sections for many accounts. Owners need none: they have every right.</p>}
        actions={
          <>
            <Link to={adminPaths.staff} className={buttonClass('secondary')}>
              Staff
            </Link>
            <Button onClick={() => setOpened({ dialog: 'new' })}>New role</Button>
          </>
        }
        csv={exportRoles}
        caption="Roles"
        rows={roles}
        error={error}
        onRetry={() => void refetch()}
        failure="The roles couldn't be loaded."
        columns={columnsOf(setOpened)}
        rowKey={({ roleId }) => roleId}
        nothing="There are no roles yet. Rights are set for each account."
      />
      {opened?.dialog === 'new' && <NewRoleDialog onClose={close} />}
      {opened?.dialog === 'edit' && <EditRoleDialog role={opened.role} onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteRoleDialog role={opened.role} onClose={close} />}
    </>
  );
}

function columnsOf(open: (opened: Opened) => void): Column<Role>[] {
  return [
    {
      id: 'name',
      label: 'Role',
      isPrimary: true,
      wraps: true,
      width: '18rem',
      render: ({ name, description }) => (
        <div className={styles.role}>
          {name}
          {description && <div className={styles.description}>{description}</div>}
        </div>
      ),
    },
    {
      id: 'sections',
      label: 'Sections',
      grows: true,
      phone: 'below',
      render: ({ sections }) => <SectionChips sections={sections} />,
    },
    {
      id: 'accounts',
      label: 'Accounts',
      width: '8rem',
      phone: 'top',
      render: ({ roleId, name, accountCount }) =>
        accountCount === 0 ? (
          'None'
        ) : (
          <Link
            to={`${adminPaths.staff}?role=${roleId}`}
            aria-label={`${countText(accountCount, 'account')} with the role ${name}`}
          >
            {countText(accountCount, 'account')}
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
