import { listProducts } from '@waygate/contract/products/products.endpoints';
import type { Db } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { presentProduct } from './products.presenter.ts';
import { selectListedProducts } from './products.queries.ts';

export function productRoutes(route: Route, { db }: { db: Db }): void {
  route(listProducts, async ({ query }) => {
    const rows = await selectListedProducts(db, query.storefront);
    return { products: rows.map(presentProduct) };
  });
}
