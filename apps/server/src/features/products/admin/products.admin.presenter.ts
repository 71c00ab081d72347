import type { AdminCategory, AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { DEFAULT_CATEGORY } from '@waygate/contract/products/default-category';
import type { AdminCategoryRow, AdminProductRow } from './products.admin.queries.ts';

export function presentAdminProduct(row: AdminProductRow): AdminProduct {
  return {
    productId: row.id,
    storefront: row.storefront,
    name: row.name,
    newName: row.newName,
    description: row.description,
    descriptionHtml: row.descriptionHtml,
    price: row.priceCents / 100,
    newPrice: row.newPriceCents === null ? null : row.newPriceCents / 100,
    categoryId: row.categoryId,
    category: row.categoryName ?? DEFAULT_CATEGORY,
    isSale: row.isSale,
    saleEndDate: row.saleEndsAt?.toISOString() ?? null,
    isCustomIcon: row.customIconUrl,
    stock: row.stock,
    accountLimit: row.accountLimit,
    position: row.position,
    isListed: row.isListed,
    grants: row.lines,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    revision: row.version,
  };
}

export function presentAdminCategory({ id, ...row }: AdminCategoryRow): AdminCategory {
  return { categoryId: id, ...row };
}
