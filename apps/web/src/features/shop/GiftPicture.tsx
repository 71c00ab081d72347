import type { Product } from '@waygate/contract/products/products.schemas';
import { useState } from 'react';
import { mediaUrl } from '#api/media-url.ts';
import styles from './GiftPicture.module.css';

const FOLDER = '/assets/images/shop';

/** A gift's picture: the custom one, else its own, else the default. Its space is reserved. */
export function GiftPicture({ product }: { product: Product }) {
  const sources = sourcesOf(product);
  const [brokenCount, setBrokenCount] = useState(0);
  const src = sources[brokenCount];
  return (
    <div className={styles.frame}>
      {src && (
        <img
          key={src}
          src={src}
          alt=""
          width="512"
          height="512"
          loading="lazy"
          decoding="async"
          onError={() => setBrokenCount(brokenCount + 1)}
        />
      )}
    </div>
  );
}

function sourcesOf({ productId, isCustomIcon }: Product): string[] {
  const own = [`${FOLDER}/${productId}.png`, `${FOLDER}/default.png`];
  if (isCustomIcon === '') return own;
  // A root-relative address belongs to the site; others are uploads.
  return [isCustomIcon.startsWith('/') ? isCustomIcon : mediaUrl(isCustomIcon), ...own];
}
