// The catalogue, its stock and its categories.
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
