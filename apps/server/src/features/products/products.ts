// Products, stock and categories.
export { selectComingSales } from './admin/coming-sales.queries.ts';
export { type OfferRow, selectOffer, selectOfferChoices } from './offers.queries.ts';
export {
  insertCategoryRows,
  type ProductForSale,
  type ProductForStaff,
  selectHasProducts,
  selectNextSaleEnd,
  selectProductChoices,
  selectProductForSale,
  selectProductForStaff,
  selectProductIcons,
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
