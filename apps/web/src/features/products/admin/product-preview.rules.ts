import type { AdminProduct } from '@waygate/contract/products/products.admin.schemas';
import { DEFAULT_CATEGORY } from '@waygate/contract/products/default-category';
import type { Product } from '@waygate/contract/products/products.schemas';
import { linesOf, productBodyOf, type ProductForm } from './product-form.rules.ts';

const DEFAULT_PICTURE = '/assets/images/shop/default.png';

/** The form as a product for its card; unfinished values are left out. */
export function shownProduct(
  form: ProductForm,
  { productId, descriptionHtml }: { productId: number | undefined; descriptionHtml: string },
): Product {
  const { price, newPrice, newName, stock, accountLimit, ...body } = productBodyOf(form);
  return {
    ...EMPTY,
    productId: productId ?? 0,
    storefront: form.storefront,
    name: body.name || 'Product name',
    ...(newName && { newName }),
    description: form.description,
    descriptionHtml,
    price: known(price) ?? 0,
    newPrice: known(newPrice),
    isSale: form.isSale,
    saleEndDate: form.saleEndDate || null,
    // A new product has no picture of its own yet.
    isCustomIcon: form.isCustomIcon || (productId === undefined ? DEFAULT_PICTURE : ''),
    stock: known(stock),
    accountLimit: known(accountLimit),
    grants: linesOf(form).filter(({ label, quantity }) => label !== '' && known(quantity) !== null),
  };
}

/** An admin product as a card's product. */
export function playersProduct({ newName, ...product }: AdminProduct): Product {
  return { ...EMPTY, ...product, ...(newName && { newName }) };
}

// As if a game server had all of its items: players don't see it as unavailable while its ids are typed.
const EMPTY: Pick<Product, 'category' | 'category_desc' | 'categoryDescHtml' | 'categoryIcon' | 'serverIds'> =
  { category: DEFAULT_CATEGORY, category_desc: '', categoryDescHtml: '', categoryIcon: '', serverIds: [1] };

function known(value: number | null | undefined): number | null {
  return value === undefined || value === null || Number.isNaN(value) ? null : value;
}
