import type { Product } from '@waygate/contract/products/products.schemas';
import { Link, useLocation } from 'react-router';
import styles from './ProductName.module.css';

type ProductNameProps = {
  product: Product;
  /** Of the heading. */
  level: 2 | 3 | 4;
  /** The part of the address at which its details open; without it a button opens them. */
  hash?: string | undefined;
  onOpen?: (() => void) | undefined;
};

/** A gift's name as a heading that opens its details; an old name is struck through and announced as old. */
export function ProductName({ product: { name, newName }, level, ...opening }: ProductNameProps) {
  const Heading = `h${level}` as const;
  return (
    <Heading className={styles.name} title={newName || name}>
      <Opener {...opening}>{newName || name}</Opener>
      {newName && (
        <>
          {' '}
          <del>
            <span className="visually-hidden">formerly </span>
            {name}
          </del>
        </>
      )}
    </Heading>
  );
}

function Opener({
  hash,
  onOpen,
  children,
}: Pick<ProductNameProps, 'hash' | 'onOpen'> & { children: string }) {
  const { search } = useLocation();
  if (hash !== undefined)
    return (
      <Link to={{ search, hash }} state={{ isOpened: true }}>
        {children}
      </Link>
    );
  if (!onOpen) return children;
  return (
    <button type="button" aria-haspopup="dialog" onClick={onOpen}>
      {children}
    </button>
  );
}
