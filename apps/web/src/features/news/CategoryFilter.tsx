import styles from './CategoryFilter.module.css';

type CategoryFilterProps = { categories: string[]; chosen: string; onChoose: (category: string) => void };

/** Narrows the grid to one kind of news. */
export function CategoryFilter({ categories, chosen, onChoose }: CategoryFilterProps) {
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">Category</legend>
      {categories.map((category) => (
        <button
          key={category}
          type="button"
          aria-pressed={category === chosen}
          onClick={() => onChoose(category)}
        >
          {category}
        </button>
      ))}
    </fieldset>
  );
}
