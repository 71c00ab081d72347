// Products, stock and categories.
export {
  type CategoryText,
  type ProductText,
  composeCategories,
  composeProducts,
  findProductForSale,
  findProductIds,
  hasProducts,
  insertCategories,
  insertProducts,
  releaseStock,
  takeStock,
} from './products.service.ts';
