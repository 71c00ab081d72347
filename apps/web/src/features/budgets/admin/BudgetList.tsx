import { exportStaffBudgets, listStaffBudgets } from '@waygate/contract/budgets/budgets.endpoints';
import { BUDGET_KINDS, BUDGET_LABELS, type StaffBudget } from '@waygate/contract/budgets/budgets.schemas';
import { useState } from 'react';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button } from '#ui/Button.tsx';
import { BudgetUse } from './BudgetUse.tsx';
import { EditBudgetDialog } from './EditBudgetDialog.tsx';
import { RaiseDialog } from './RaiseDialog.tsx';

const COLUMNS: Column<StaffBudget>[] = [
  {
    id: 'staff',
    label: 'Staff member',
    isPrimary: true,
    render: (budget) => <AccountLink account={budget} />,
  },
  ...BUDGET_KINDS.map((kind) => ({
    id: kind,
    label: BUDGET_LABELS[kind],
    phone: 'labelled' as const,
    render: (budget: StaffBudget) => <BudgetUse budget={budget} kind={kind} />,
  })),
];

type Open = { what: 'edit' | 'raise'; budget: StaffBudget };

/** What each staff member used of their budgets today. */
export function BudgetList() {
  // Next to the list: the row may disappear while its dialog is open.
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const actions: Column<StaffBudget> = {
    id: 'actions',
    label: 'Actions',
    render: (budget) => <BudgetActions budget={budget} onOpen={setOpen} />,
  };
  return (
    <>
      <ListView
        queryKey={['budgets']}
        load={loadFrom(listStaffBudgets, ({ staff: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch budgets."
        caption="Budgets of today"
        columns={[...COLUMNS, actions]}
        rowKey={({ accountDBID }) => accountDBID}
        searchLabel="Search by name or id"
        empty={<p>There are no staff yet.</p>}
        csv={exportStaffBudgets}
      />
      {open?.what === 'edit' && <EditBudgetDialog budget={open.budget} onClose={close} />}
      {open?.what === 'raise' && <RaiseDialog budget={open.budget} onClose={close} />}
    </>
  );
}

type BudgetActionsProps = { budget: StaffBudget; onOpen: (open: Open) => void };

function BudgetActions({ budget, onOpen }: BudgetActionsProps) {
  const { userName, today } = budget;
  if (today.coins.limit === null) return 'Owner';
  return (
    <RowActions>
      <Button
        look="secondary"
        aria-label={`Raise today: budgets of ${userName}`}
        onClick={() => onOpen({ what: 'raise', budget })}
      >
        Raise today
      </Button>
      <Button
        look="secondary"
        aria-label={`Edit budgets of ${userName}`}
        onClick={() => onOpen({ what: 'edit', budget })}
      >
        Edit
      </Button>
    </RowActions>
  );
}
