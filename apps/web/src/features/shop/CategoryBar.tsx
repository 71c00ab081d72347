import { ArrowLeft, Store } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, type To } from 'react-router';
import type { Category } from './catalogue.rules.ts';
import styles from './CategoryBar.module.css';
import { findCategoryIcon } from './category-icons.ts';

type CategoryBarProps = {
  categories: Category[];
  chosen: string | undefined;
  /** The address of a category or of all; without it, buttons call `onChoose`. */
  addressOf?: ((category: string | undefined) => To) | undefined;
  onChoose: (category: string | undefined) => void;
};

/** The storefront's categories in a row, which slides where it is too long. */
export function CategoryBar({ categories, chosen, addressOf, onChoose }: CategoryBarProps) {
  const bar = useRef<HTMLUListElement>(null);
  const last = useRef(chosen);
  useEffect(() => {
    // As it came: measuring it would lay out the whole page at once.
    if (chosen === undefined && last.current === undefined) return;
    const list = bar.current;
    const entry = list?.querySelector<HTMLElement>('[aria-current]');
    // Not scrollIntoView, which would move the page too.
    if (list && entry) list.scrollTo?.({ left: entry.offsetLeft - list.offsetLeft - list.clientWidth / 3 });
    // 'Back to Categories' is gone: the focus returns to the category that was shown.
    if (chosen === undefined && last.current !== undefined)
      list?.querySelector<HTMLElement>(`[data-category="${CSS.escape(last.current)}"]`)?.focus();
    last.current = chosen;
  }, [chosen]);
  const count = categories.reduce((sum, { products }) => sum + products.length, 0);
  const shared = { addressOf, onChoose };
  return (
    <nav className={styles.bar} aria-label="Categories">
      <ul ref={bar}>
        <li>
          {chosen === undefined ? (
            <Entry category={undefined} isCurrent {...shared}>
              <Store aria-hidden size={18} /> All <span>{count}</span>
            </Entry>
          ) : (
            <Entry category={undefined} {...shared}>
              <ArrowLeft aria-hidden size={18} /> <b>Back to Categories</b>
            </Entry>
          )}
        </li>
        {categories.map(({ name, icon, products }) => {
          const Icon = findCategoryIcon(name, icon);
          return (
            <li key={name}>
              <Entry category={name} isCurrent={name === chosen} {...shared}>
                <Icon aria-hidden size={18} /> {name} <span>{products.length}</span>
              </Entry>
            </li>
          );
        })}
      </ul>
      <noscript>Choosing a category needs JavaScript. Below are the products of all of them.</noscript>
    </nav>
  );
}

type EntryProps = Pick<CategoryBarProps, 'addressOf' | 'onChoose'> & {
  category: string | undefined;
  isCurrent?: boolean;
  children: ReactNode;
};

function Entry({ category, isCurrent = false, addressOf, onChoose, children }: EntryProps) {
  const state = { 'aria-current': isCurrent || undefined, 'data-category': category };
  if (addressOf)
    return (
      <Link to={addressOf(category)} {...state}>
        {children}
      </Link>
    );
  return (
    <button type="button" onClick={() => onChoose(category)} {...state}>
      {children}
    </button>
  );
}
