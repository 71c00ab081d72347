import { DEFAULT_CATEGORY } from '@waygate/contract/products/default-category';
import type { Product } from '@waygate/contract/products/products.schemas';
import type { ListedProduct } from './products.queries.ts';

export function presentProduct(row: ListedProduct): Product {
  return {
    productId: row.id,
    storefront: row.storefront,
    name: row.name,
    ...(row.newName !== null && row.newName !== '' && { newName: row.newName }),
    description: row.description,
    descriptionHtml: row.descriptionHtml,
    price: row.priceCents / 100,
    newPrice: row.newPriceCents === null ? null : row.newPriceCents / 100,
    category: row.categoryName ?? DEFAULT_CATEGORY,
    category_desc: row.categoryDescription ?? '',
    categoryDescHtml: row.categoryDescriptionHtml ?? '',
    categoryIcon: row.categoryIcon ?? '',
    isSale: row.isSale,
    saleEndDate: row.saleEndsAt?.toISOString() ?? null,
    isCustomIcon: row.customIconUrl,
    stock: row.stock,
    accountLimit: row.accountLimit,
    grants: row.lines,
    serverIds: row.serverIds,
  };
}
