import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import type { exportProducts as endpoint } from '@waygate/contract/products/products.admin.endpoints';
import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { byPages, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentAdminProduct } from './products.admin.presenter.ts';
import { selectAdminProductPage } from './products.admin.queries.ts';

/** The products that the list finds, in its order. */
export function exportProducts(
  exportList: ExportList,
  staff: Staff,
  query: ParsedInput<typeof endpoint>['query'],
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'products',
    fileName: 'products',
    columns: COLUMNS,
    present: presentAdminProduct,
    query,
    ...byPages((tx, request) => selectAdminProductPage(tx, { ...query, ...request })),
  });
}

const COLUMNS: CsvColumn<AdminProduct>[] = [
  { label: 'productId', value: ({ productId }) => productId },
  { label: 'storefront', value: ({ storefront }) => storefront },
  { label: 'name', value: ({ name }) => name },
  { label: 'newName', value: ({ newName }) => newName },
  { label: 'category', value: ({ category }) => category },
  { label: 'price', value: ({ price }) => price },
  { label: 'newPrice', value: ({ newPrice }) => newPrice },
  { label: 'isSale', value: ({ isSale }) => isSale },
  { label: 'saleEndDate', value: ({ saleEndDate }) => saleEndDate },
  { label: 'stock', value: ({ stock }) => stock },
  { label: 'accountLimit', value: ({ accountLimit }) => accountLimit },
  { label: 'position', value: ({ position }) => position },
  { label: 'isListed', value: ({ isListed }) => isListed },
  { label: 'updatedAt', value: ({ updatedAt }) => updatedAt },
];
