import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import fieldStyles from '#ui/admin/fields/field.module.css';
import { Button } from '#ui/Button.tsx';
import styles from './PageControls.module.css';

export const PAGE_SIZES = ['10', '50', '100', 'all'] as const;

export type PageSize = (typeof PAGE_SIZES)[number];

type PageControlsProps = {
  /** From 1. */
  page: number;
  pageSize: PageSize | number;
  /** How many rows this page shows. */
  rowCount: number;
  total: number;
  /** False when counting stopped at `total`. */
  totalIsExact?: boolean | undefined;
  onPage: (page: number) => void;
  /** Undefined where the page size is fixed. */
  onPageSize?: ((pageSize: PageSize) => void) | undefined;
};

/** The range shown, previous and next buttons, and the page size. */
export function PageControls({ page, pageSize, rowCount, onPage, onPageSize, ...given }: PageControlsProps) {
  const id = useId();
  const { text, hasNext } = describe({ page, pageSize, rowCount, ...given });
  return (
    <div className={styles.controls}>
      <output className={styles.range}>{text}</output>
      {onPageSize && (
        <div className={styles.size}>
          <label htmlFor={id}>Per page</label>
          <select
            id={id}
            name="pageSize"
            className={fieldStyles.control}
            value={pageSize}
            onChange={(event) => onPageSize(PAGE_SIZES.find((size) => size === event.target.value) ?? '10')}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size === 'all' ? 'All' : size}
              </option>
            ))}
          </select>
        </div>
      )}
      {pageSize !== 'all' && (
        <div className={styles.steps}>
          <Button
            look="secondary"
            className={styles.step}
            aria-label="Previous page"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <ChevronLeft aria-hidden size={20} />
          </Button>
          <Button
            look="secondary"
            className={styles.step}
            aria-label="Next page"
            disabled={!hasNext}
            onClick={() => onPage(page + 1)}
          >
            <ChevronRight aria-hidden size={20} />
          </Button>
        </div>
      )}
    </div>
  );
}

type Range = Pick<PageControlsProps, 'page' | 'pageSize' | 'rowCount' | 'total' | 'totalIsExact'>;

function describe({ page, pageSize, rowCount, total, totalIsExact = true }: Range) {
  if (pageSize === 'all') return { text: `${totalText(total, totalIsExact)} total`, hasNext: false };
  const from = (page - 1) * Number(pageSize) + 1;
  const to = from + rowCount - 1;
  // A page that isn't full is the last one, whatever was counted.
  const isFull = rowCount === Number(pageSize);
  const isExact = totalIsExact || (!isFull && rowCount > 0);
  const known = isExact && !totalIsExact ? to : Math.max(total, to);
  const hasNext = isExact ? to < known : true;
  if (rowCount === 0) return { text: `0 of ${totalText(total, totalIsExact)}`, hasNext: false };
  return { text: `${format(from)}–${format(to)} of ${totalText(known, isExact)}`, hasNext };
}

function totalText(total: number, isExact: boolean): string {
  if (isExact) return format(total);
  // Counting stops one after a round number.
  return `more than ${format(total > 1000 ? total - (total % 1000) : total)}`;
}

function format(count: number): string {
  return count.toLocaleString();
}
