import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
import styles from './Change.module.css';
import { changeText } from './statistics-text.ts';

type ChangeProps = {
  now: number;
  /** The same number in the previous period; undefined until it's known. */
  before: number | undefined;
  format: (value: number) => string;
  /** Whether an increase is bad. */
  isCost?: boolean;
};

/** How a number compares with the previous period. */
export function Change({ now, before, format, isCost = false }: ChangeProps) {
  // Reserves the space, so that the layout doesn't shift when it loads.
  if (before === undefined) return <span className={styles.change}>&nbsp;</span>;
  const Arrow = now > before ? ArrowUp : now < before ? ArrowDown : ArrowRight;
  const isGood = now > before !== isCost;
  return (
    <span className={styles.change}>
      <span className={classNames(now !== before && (isGood ? styles.good : styles.bad))}>
        <Arrow aria-hidden size={16} />
        {changeText(now, before)}
      </span>
      {now !== before && before !== 0 && ` from ${format(before)}`}
    </span>
  );
}
