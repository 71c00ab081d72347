// Products, stock and categories.
export {
  insertCategoryRows,
  selectHasProducts,
  selectProductForSale,
  selectProductIds,
  updateStockReleased,
  updateStockTaken,
} from './products.queries.ts';
export {
  type CategoryText,
  type ProductText,
  composeCategories,
  composeProducts,
  insertProducts,
} from './products.service.ts';
