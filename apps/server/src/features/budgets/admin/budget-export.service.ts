import { BUDGET_KINDS, type StaffBudget } from '@waygate/contract/budgets/budgets.schemas';
import type { exportStaffBudgets as endpoint } from '@waygate/contract/budgets/budgets.endpoints';
import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import { byPages, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentStaffBudget } from './budgets.presenter.ts';
import { selectStaffBudgets } from './budgets.queries.ts';

/** The budgets that the list finds, in its order. */
export function exportStaffBudgets(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'budgets',
    fileName: 'budgets',
    columns: COLUMNS,
    present: presentStaffBudget,
    query,
    ...byPages((tx, request) => selectStaffBudgets(tx, { ...query, ...request })),
  });
}

const COLUMNS: CsvColumn<StaffBudget>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'day', value: ({ day }) => day },
  ...BUDGET_KINDS.flatMap((kind): CsvColumn<StaffBudget>[] => [
    { label: `${kind}Used`, value: ({ today }) => today[kind].used },
    { label: `${kind}Limit`, value: ({ today }) => today[kind].limit },
    { label: `${kind}Raised`, value: ({ raised }) => raised[kind] },
  ]),
];
