import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportBenefits as endpoint } from '@waygate/contract/benefits/benefits.endpoints';
import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import type { ExportList, Staff } from '#features/staff/staff.ts';
import { presentBenefit } from './benefits.presenter.ts';
import { countBenefits, selectBenefitsAfter } from './benefits.queries.ts';

/** The benefits that the list finds, by account. */
export function exportBenefits(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'benefits',
    fileName: 'benefits',
    columns: COLUMNS,
    present: presentBenefit,
    query,
    readAfter: (tx, place) => selectBenefitsAfter(tx, query, place),
    count: (tx, most) => countBenefits(tx, query, most),
  });
}

const COLUMNS: CsvColumn<AccountBenefit>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'benefitId', value: ({ benefitId }) => benefitId },
  { label: 'availableUntil', value: ({ availableUntil }) => availableUntil },
];
