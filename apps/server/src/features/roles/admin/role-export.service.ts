import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import type { Role } from '@waygate/contract/roles/roles.schemas';
import { allAtOnce, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentRole } from './roles.presenter.ts';
import { selectRoles } from './roles.queries.ts';

/** The roles, by name. */
export function exportRoles(exportList: ExportList, staff: Staff): Promise<CsvFile> {
  return exportList(staff, {
    list: 'roles',
    fileName: 'roles',
    columns: COLUMNS,
    present: presentRole,
    query: {},
    ...allAtOnce((tx) => selectRoles(tx)),
  });
}

const COLUMNS: CsvColumn<Role>[] = [
  { label: 'roleId', value: ({ roleId }) => roleId },
  { label: 'name', value: ({ name }) => name },
  { label: 'description', value: ({ description }) => description },
  { label: 'sections', value: ({ sections }) => sections.join(' ') },
  { label: 'accountCount', value: ({ accountCount }) => accountCount },
  { label: 'updatedAt', value: ({ updatedAt }) => updatedAt },
  { label: 'revision', value: ({ revision }) => revision },
];
