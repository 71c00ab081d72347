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
  return exportList(staff, {
    list: 'minutes',
    fileName: 'rules-not-met',
    columns: COLUMNS,
    present: presentRuleFailure,
    query,
    // The same season for the whole file, even if another one begins meanwhile.
    begin: async (tx) => query.season ?? selectNewestSeason(tx),
    readAfter: (tx, place, season) => selectRuleFailuresAfter(tx, { ...query, season }, place),
    count: (tx, most, season) => countRuleFailures(tx, { ...query, season }, most),
  });
}

const COLUMNS: CsvColumn<RuleFailure>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'rule', value: ({ rule }) => rule },
  { label: 'minutes', value: ({ minutes }) => minutes },
  { label: 'lastAt', value: ({ lastAt }) => lastAt },
];
