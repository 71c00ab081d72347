import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportRuleFailures as endpoint } from '@waygate/contract/drops/drops.admin.endpoints';
import type { RuleFailure } from '@waygate/contract/drops/drops.admin.schemas';
import { byPages, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentRuleFailure } from './drops.admin.presenter.ts';
import { selectRuleFailures } from './rule-failures.queries.ts';

/** Who did not meet a rule, as the list finds them, in its order. */
export function exportRuleFailures(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  const { sort, ...filter } = query;
  return exportList(staff, {
    list: 'minutes',
    fileName: 'rules-not-met',
    columns: COLUMNS,
    present: presentRuleFailure,
    query,
    ...byPages((tx, request) =>
      selectRuleFailures(tx, { ...filter, ...request, isAscending: sort === 'lastAt' }),
    ),
  });
}

const COLUMNS: CsvColumn<RuleFailure>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'rule', value: ({ rule }) => rule },
  { label: 'minutes', value: ({ minutes }) => minutes },
  { label: 'lastAt', value: ({ lastAt }) => lastAt },
];
