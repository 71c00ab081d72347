import { useQuery } from '@tanstack/react-query';
import { budgetText } from '@waygate/contract/budgets/budget-text';
import { getBudgetDefaults } from '@waygate/contract/budgets/budgets.endpoints';
import { BUDGET_KINDS, BUDGET_LABELS, type BudgetDefaults } from '@waygate/contract/budgets/budgets.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { ListSkeleton } from '#features/admin/lists/ListSkeleton.tsx';
import { DetailList } from '#ui/admin/DetailList.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { Failure } from '#ui/Failure.tsx';
import { EditDefaultsDialog } from './EditDefaultsDialog.tsx';

/** The limits per day of staff without limits of their own. */
export function DefaultBudgets() {
  const { data, error, refetch } = useQuery({
    queryKey: ['budget-defaults'],
    queryFn: ({ signal }) => call(getBudgetDefaults, {}, { signal }),
  });
  // As it was when the dialog opened: a refetch must not change it.
  const [edited, setEdited] = useState<BudgetDefaults>();
  return (
    <Panel
      title="Default limits per day"
      actions={data && <Button onClick={() => setEdited(data)}>Edit defaults</Button>}
    >
      {data && (
        <DetailList
          details={BUDGET_KINDS.map((kind) => ({
            label: BUDGET_LABELS[kind],
            value: budgetText(kind, data[kind]),
          }))}
        />
      )}
      {!data && !error && <ListSkeleton caption="the default budgets" />}
      {!data && error && (
        <Failure
          message={messageOf(error, "The default budgets couldn't be loaded.")}
          onRetry={() => void refetch()}
        />
      )}
      {edited && <EditDefaultsDialog defaults={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}
