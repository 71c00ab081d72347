import { isOwner } from '@waygate/contract/ranks';
import { sectionNames } from '@waygate/contract/roles/rights';
import { exportStaff, listStaff } from '@waygate/contract/roles/roles.endpoints';
import type { StaffMember } from '@waygate/contract/roles/roles.schemas';
import { useState } from 'react';
import { Link } from 'react-router';
import { roleText } from '#features/accounts/admin/role-text.ts';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { useSelectedAccounts } from '#features/admin/lists/use-selected-accounts.ts';
import { useOpensNew } from '#features/admin/search/opens-new.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import { countText } from '#ui/admin/count-text.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { LocalDate } from '#ui/LocalDate.tsx';
import { ApplyRoleDialog } from './ApplyRoleDialog.tsx';
import { SECTION_OPTIONS } from './section-labels.ts';
import { SectionChips } from './SectionChips.tsx';
import { useRoles } from './use-roles.ts';

const STAFF_KEY = ['staff'];

/** All of them on one page, for a portal with up to a hundred staff. */
const ROWS = 100;

const FACTOR_FILTER = {
  name: 'factor',
  label: 'Second factor',
  options: [
    { value: 'has', label: 'On' },
    { value: 'missing', label: 'None' },
  ],
};

const loadStaff = loadFrom(listStaff, ({ staff: rows, ...totals }) => ({ rows, ...totals }));

/** Everybody with rights: who has what, and roles for many at once. */
export function StaffList() {
  const { data: roles = [] } = useRoles();
  const { rows: members, selection, clear } = useSelectedAccounts<StaffMember>(STAFF_KEY);
  const [isOpen, setIsOpen] = useState(false);
  useOpensNew(() => setIsOpen(true));
  return (
    <>
      <ListView
        queryKey={STAFF_KEY}
        load={(query, signal) => loadStaff({ ...query, pageSize: String(ROWS) }, signal)}
        failurePrefix="Failed to fetch the staff."
        caption="Staff"
        columns={COLUMNS}
        rowKey={({ accountDBID }) => accountDBID}
        searchLabel="Search by name or id"
        filters={[
          {
            name: 'role',
            label: 'Role',
            options: [
              { value: 'owner', label: 'Owner' },
              ...roles.map(({ roleId, name }) => ({ value: String(roleId), label: name })),
              { value: 'custom', label: 'Custom' },
            ],
          },
          { name: 'section', label: 'Section', options: SECTION_OPTIONS },
          FACTOR_FILTER,
        ]}
        defaultSort="userName"
        rowsPerPage={ROWS}
        empty={<p>Nobody has any rights yet.</p>}
        selection={selection}
        toolbar={
          <>
            {members.length > 0 && (
              <Button look="quiet" onClick={clear}>
                Clear selection
              </Button>
            )}
            <Link to={adminPaths.roles} className={buttonClass('secondary')}>
              Roles
            </Link>
            <Button onClick={() => setIsOpen(true)}>
              {members.length > 0 ? `Change role of ${countText(members.length, 'account')}` : 'Add staff'}
            </Button>
          </>
        }
        csv={exportStaff}
      />
      {isOpen && (
        <ApplyRoleDialog members={members} roles={roles} onApplied={clear} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

const COLUMNS: Column<StaffMember>[] = [
  {
    id: 'name',
    label: 'Account',
    sortKey: 'userName',
    isPrimary: true,
    render: (member) => <AccountLink account={member} />,
  },
  {
    id: 'role',
    label: 'Role',
    sortKey: 'role',
    phone: 'top',
    render: (member) => <RoleBadge member={member} />,
  },
  {
    id: 'sections',
    label: 'Sections',
    wraps: true,
    grows: true,
    render: (member) =>
      isOwner(member) ? 'Every section' : <SectionChips sections={sectionNames(member)} />,
  },
  {
    id: 'factor',
    label: 'Second factor',
    phone: 'labelled',
    render: ({ hasFactor }) => (
      <Badge tone={hasFactor ? 'success' : 'neutral'}>{hasFactor ? 'On' : 'None'}</Badge>
    ),
  },
  {
    id: 'active',
    label: 'Last active',
    sortKey: 'lastActiveOn',
    render: ({ lastActiveOn }) => (lastActiveOn ? <LocalDate value={lastActiveOn} /> : 'Never'),
  },
];

function RoleBadge({ member }: { member: StaffMember }) {
  if (isOwner(member)) return <Badge tone="warning">Owner</Badge>;
  return <Badge tone={member.role ? 'info' : 'neutral'}>{roleText(member)}</Badge>;
}
