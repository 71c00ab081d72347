import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportStaff as endpoint } from '@waygate/contract/roles/roles.endpoints';
import type { StaffMember } from '@waygate/contract/roles/roles.schemas';
import { byPages, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentStaffMember } from './roles.presenter.ts';
import { selectStaffPage } from './staff-list.queries.ts';

/** The staff that the list finds, in its order. */
export function exportStaff(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'staff',
    fileName: 'staff',
    columns: COLUMNS,
    present: presentStaffMember,
    query,
    ...byPages((tx, request) => selectStaffPage(tx, { ...query, ...request })),
  });
}

const COLUMNS: CsvColumn<StaffMember>[] = [
  { label: 'accountDBID', value: ({ accountDBID }) => accountDBID },
  { label: 'userName', value: ({ userName }) => userName },
  { label: 'role', value: ({ role }) => role?.name },
  { label: 'permission', value: ({ permission }) => permission },
  { label: 'webMgt', value: ({ webMgt }) => webMgt },
  { label: 'sections', value: ({ sections }) => sections.join(' ') },
  { label: 'hasFactor', value: ({ hasFactor }) => hasFactor },
  { label: 'lastActiveOn', value: ({ lastActiveOn }) => lastActiveOn },
];
