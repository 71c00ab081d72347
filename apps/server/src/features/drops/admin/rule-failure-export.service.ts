import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportRuleFailures as endpoint } from '@waygate/contract/drops/drops.admin.endpoints';
import type { RuleFailure } from '@waygate/contract/drops/drops.admin.schemas';
import type { ExportList, Staff } from '#features/staff/staff.ts';
import { presentRuleFailure } from './drops.admin.presenter.ts';
import { countRuleFailures, selectNewestSeason, selectRuleFailuresAfter } from './rule-failures.queries.ts';

/** Who did not meet a rule, as the list finds them, by account and rule. */
export function exportRuleFailures(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  const { search, rule } = query;
  let { season } = query;
  return exportList(staff, {
    list: 'minutes',
    fileName: 'rules-not-met',
    columns: COLUMNS,
    present: presentRuleFailure,
    query,
    readAfter: async (tx, place) => {
      // The same for the whole file, even if another one begins meanwhile.
      season ??= await selectNewestSeason(tx);
      return selectRuleFailuresAfter(tx, { search, season, rule }, place);
    },
    count: (tx, most) => countRuleFailures(tx, { search, season, rule }, most),
  });
}

const COLUMNS: CsvColumn<RuleFailure>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'rule', value: ({ rule }) => rule },
  { label: 'minutes', value: ({ minutes }) => minutes },
  { label: 'lastAt', value: ({ lastAt }) => lastAt },
];
