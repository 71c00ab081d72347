import * as endpoints from '@waygate/contract/products/products.admin.endpoints';
import type { ExportList } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import type { Route } from '#platform/http/route.ts';
import { exportCategories } from './category-export.service.ts';
import { createCategory, deleteCategory, updateCategory } from './category-editor.service.ts';
import { exportProducts } from './product-export.service.ts';
import { createProduct, deleteProduct, unknownProduct, updateProduct } from './product-editor.service.ts';
import { presentAdminCategory, presentAdminProduct } from './products.admin.presenter.ts';
import {
  selectAdminCategories,
  selectAdminProduct,
  selectAdminProductPage,
} from './products.admin.queries.ts';

type Parts = { db: Database; readList: ReadList; exportList: ExportList };

export function productAdminRoutes(route: Route, { db, readList, exportList }: Parts): void {
  route(endpoints.listAdminProducts, async ({ query }) => {
    const { rows, totals } = await readList(query, (tx) => selectAdminProductPage(tx, query));
    return { products: rows.map(presentAdminProduct), ...totals };
  });

  route(endpoints.exportProducts, ({ query, ...staff }) => exportProducts(exportList, staff, query));

  route(endpoints.getAdminProduct, async ({ params }) => {
    const row = await selectAdminProduct(db, params.id);
    if (!row) throw unknownProduct();
    return presentAdminProduct(row);
  });

  route(endpoints.createProduct, ({ body, viewer, address }) => createProduct(db, { viewer, address }, body));

  route(endpoints.updateProduct, ({ params, body, viewer, address }) =>
    updateProduct(db, { viewer, address }, { id: params.id, input: body }),
  );

  route(endpoints.deleteProduct, ({ params, viewer, address }) =>
    deleteProduct(db, { viewer, address }, params.id),
  );

  route(endpoints.listCategories, async () => {
    const rows = await selectAdminCategories(db);
    return { categories: rows.map(presentAdminCategory) };
  });

  route(endpoints.exportCategories, (staff) => exportCategories(exportList, staff));

  route(endpoints.createCategory, ({ body, viewer, address }) =>
    createCategory(db, { viewer, address }, body),
  );

  route(endpoints.updateCategory, ({ params, body, viewer, address }) =>
    updateCategory(db, { viewer, address }, { id: params.id, input: body }),
  );

  route(endpoints.deleteCategory, ({ params, viewer, address }) =>
    deleteCategory(db, { viewer, address }, params.id),
  );
}
