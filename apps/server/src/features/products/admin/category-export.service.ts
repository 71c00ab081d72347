import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import type { AdminCategory } from '@waygate/contract/products/products.admin.schemas';
import { allAtOnce, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentAdminCategory } from './products.admin.presenter.ts';
import { selectAdminCategories } from './products.admin.queries.ts';

/** The categories, in the order of the shop's tiles. */
export function exportCategories(exportList: ExportList, staff: Staff): Promise<CsvFile> {
  return exportList(staff, {
    list: 'categories',
    fileName: 'product-categories',
    columns: COLUMNS,
    present: presentAdminCategory,
    query: {},
    ...allAtOnce((tx) => selectAdminCategories(tx)),
  });
}

const COLUMNS: CsvColumn<AdminCategory>[] = [
  { label: 'categoryId', value: ({ categoryId }) => categoryId },
  { label: 'name', value: ({ name }) => name },
  { label: 'icon', value: ({ icon }) => icon },
  { label: 'description', value: ({ description }) => description },
  { label: 'position', value: ({ position }) => position },
  { label: 'productCount', value: ({ productCount }) => productCount },
  { label: 'revision', value: ({ revision }) => revision },
];
