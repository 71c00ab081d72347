import { X } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import styles from './FilterChips.module.css';
import { chosenFilters } from './filter-texts.ts';
import type { ListFilter } from './ListFilters.tsx';
import type { ListAddress } from '#features/admin/lists/use-list-address.ts';

type FilterChipsProps = {
  filters: ListFilter[];
  address: Pick<ListAddress, 'filters' | 'setFilter' | 'clear'>;
};

/** What a list is filtered by, each with a button to remove it. */
export function FilterChips({ filters, address }: FilterChipsProps) {
  const chips = chosenFilters(filters, address.filters);
  if (chips.length === 0) return null;
  return (
    <div className={styles.chips}>
      <ul aria-label="Filters">
        {chips.map(({ name, text, rest }) => (
          <li key={text}>
            <button
              type="button"
              aria-label={`Remove the filter ${text}`}
              onClick={() => address.setFilter(name, rest)}
            >
              {text} <X aria-hidden size={16} />
            </button>
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={address.clear}>
        Clear all filters
      </Button>
    </div>
  );
}
