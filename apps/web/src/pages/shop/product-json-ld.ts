import type { Product } from '@waygate/contract/products/products.schemas';
import type { Site } from '@waygate/contract/site/site';
import { SERVER_LOCALE } from '#ui/time-text.ts';
import { chargedPrice, isUnavailable } from '#features/shop/catalogue.rules.ts';
import { pictureSourcesOf } from '#features/shop/GiftPicture.tsx';
import { contentText } from '#features/shop/storefront-texts.ts';

const SCHEMA = 'https://schema.org';

/**
 * A shop's products as search engines read them: https://schema.org/Product
 *
 * @param addressOf the path at which a product is bought
 */
export function productJsonLd(
  products: Product[],
  { publicOrigin, brandName }: Pick<Site, 'publicOrigin' | 'brandName'>,
  addressOf: (productId: number) => string,
): object {
  return {
    '@context': SCHEMA,
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Product',
        sku: String(product.productId),
        name: product.newName || product.name,
        description: describe(product),
        category: product.category,
        brand: { '@type': 'Brand', name: brandName },
        image: absolute(pictureSourcesOf(product)[0], publicOrigin),
        offers: {
          '@type': 'Offer',
          url: absolute(addressOf(product.productId), publicOrigin),
          price: chargedPrice(product).toFixed(2),
          priceCurrency: 'EUR',
          availability: `${SCHEMA}/${availabilityOf(product)}`,
          ...(product.isSale && product.saleEndDate !== null && { priceValidUntil: product.saleEndDate }),
        },
      },
    })),
  };
}

/** The contents, which are plain text; the description is markdown. */
function describe({ grants }: Product): string {
  return grants.map((grant) => contentText(grant, SERVER_LOCALE.locale)).join(', ');
}

function availabilityOf(product: Product): 'SoldOut' | 'OutOfStock' | 'LimitedAvailability' | 'InStock' {
  if (product.stock === 0) return 'SoldOut';
  if (isUnavailable(product)) return 'OutOfStock';
  return product.stock === null ? 'InStock' : 'LimitedAvailability';
}

/** Undefined for an address that cannot be read, which an old record may have. */
function absolute(address: string | undefined, origin: string): string | undefined {
  return address !== undefined && URL.canParse(address, origin) ? new URL(address, origin).href : undefined;
}
