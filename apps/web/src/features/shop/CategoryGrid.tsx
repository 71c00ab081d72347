import { useLayoutEffect, useRef } from 'react';
import { countStyle } from './count-style.ts';
import type { Category } from './catalogue.rules.ts';
import { findCategoryIcon } from './category-icons.ts';
import styles from './CategoryGrid.module.css';

type CategoryGridProps = {
  categories: Category[];
  /** The category the visitor came back from. */
  focusOn: string | undefined;
  onChoose: (category: string) => void;
};

/** One tile for each category. */
export function CategoryGrid({ categories, focusOn, onChoose }: CategoryGridProps) {
  const start = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => start.current?.focus(), []);
  return (
    <ul className={styles.grid} style={countStyle(categories.length)}>
      {categories.map(({ name, icon }) => {
        const Icon = findCategoryIcon(name, icon);
        return (
          <li key={name}>
            <button
              ref={name === focusOn ? start : undefined}
              type="button"
              className={styles.tile}
              onClick={() => onChoose(name)}
            >
              <span className={styles.icon}>
                <Icon aria-hidden size="1em" strokeWidth={1.25} />
              </span>
              <span className={styles.name}>{name}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
