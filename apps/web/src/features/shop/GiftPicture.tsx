import type { Product } from '@waygate/contract/products/products.schemas';
import { useEffect, useRef, useState } from 'react';
import { mediaUrl } from '#api/media-url.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import styles from './GiftPicture.module.css';

type Pictured = Pick<Product, 'productId' | 'isCustomIcon'>;

const FOLDER = '/assets/images/shop';

type GiftPictureProps = {
  product: Pictured;
  /** For the picture that is seen first. */
  isEager?: boolean;
};

/** A gift's picture: the custom one, else its own, else the default. Its space is reserved. */
export function GiftPicture({ product, isEager = false }: GiftPictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const sources = pictureSourcesOf(product);
  const [brokenCount, setBrokenCount] = useState(0);
  const src = sources[brokenCount];
  const [isOfServer] = useState(!useIsHydrated());
  useEffect(() => {
    // It may have failed before hydration; there is no second error event.
    if (isOfServer && image.current?.complete && image.current.naturalWidth === 0)
      setBrokenCount((count) => count + 1);
  }, [isOfServer]);
  return (
    <div className={styles.frame}>
      {src && (
        <img
          key={src}
          ref={image}
          src={src}
          alt=""
          width="512"
          height="512"
          {...(isEager ? { fetchPriority: 'high' } : { loading: 'lazy' })}
          decoding="async"
          onError={() => setBrokenCount(brokenCount + 1)}
        />
      )}
    </div>
  );
}

/** The addresses of a gift's picture, the best first: a later one stands in for one that is missing. */
export function pictureSourcesOf({ productId, isCustomIcon }: Pictured): string[] {
  const own = [`${FOLDER}/${productId}.png`, `${FOLDER}/default.png`];
  if (isCustomIcon === '') return own;
  // A root-relative address belongs to the site; others are uploads.
  return [isCustomIcon.startsWith('/') ? isCustomIcon : mediaUrl(isCustomIcon), ...own];
}
