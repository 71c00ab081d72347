import { getHome } from '@waygate/contract/home/home.endpoints';
import { listProducts } from '@waygate/contract/products/products.endpoints';
import type { Product, Storefront } from '@waygate/contract/products/products.schemas';
import { call, type Fetch } from '#api/call.ts';

type Options = { signal: AbortSignal; fetch?: Fetch };

export type Shop = { products: Product[]; featuredId: number | undefined };

export async function loadShop(options: Options): Promise<Shop> {
  const [products, featuredId] = await Promise.all([loadProducts('shop', options), loadFeaturedId(options)]);
  return { products, featuredId };
}

export async function loadProducts(storefront: Storefront, options: Options): Promise<Product[]> {
  const { products } = await call(listProducts, { query: { storefront } }, options);
  return products;
}

/** The product that the operator features. Undefined without one, and when that is unknown: the shop does without. */
export async function loadFeaturedId(options: Options): Promise<number | undefined> {
  try {
    const { offer } = await call(getHome, {}, options);
    return offer?.productId;
  } catch {
    return undefined;
  }
}
