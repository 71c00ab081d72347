import { getHome } from '@waygate/contract/home/home.endpoints';
import { listProducts } from '@waygate/contract/products/products.endpoints';
import type { Product, Storefront } from '@waygate/contract/products/products.schemas';
import { call, type Fetch } from '#api/call.ts';

type Options = { signal: AbortSignal; fetch?: Fetch };

type FeaturedChoice = {
  /** Undefined without one, and when it is unknown. */
  featuredId: number | undefined;
  /** Whether it is unknown for now. The shop does without. */
  isUnknown: boolean;
};

export type Shop = FeaturedChoice & { products: Product[] };

export async function loadShop(options: Options): Promise<Shop> {
  const [products, choice] = await Promise.all([loadProducts('shop', options), loadFeatured(options)]);
  return { products, ...choice };
}

export async function loadProducts(storefront: Storefront, options: Options): Promise<Product[]> {
  const { products } = await call(listProducts, { query: { storefront } }, options);
  return products;
}

/** The product that the operator features. Never rejects. */
export async function loadFeatured(options: Options): Promise<FeaturedChoice> {
  try {
    const { offer } = await call(getHome, {}, options);
    return { featuredId: offer?.productId, isUnknown: false };
  } catch {
    return { featuredId: undefined, isUnknown: true };
  }
}
