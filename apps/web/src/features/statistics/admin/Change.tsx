import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { classNames } from '#ui/class-names.ts';
import styles from './Change.module.css';
import { changeText } from './statistics-text.ts';

type ChangeProps = {
  now: number;
  /** The same number of the period before; undefined until it is known. */
  before: number | undefined;
  format: (value: number) => string;
  /** More of it is bad news. */
  isCost?: boolean;
};

/** How a number compares with the one of the period before. */
export function Change({ now, before, format, isCost = false }: ChangeProps) {
  // Keeps the place, so that nothing moves when it comes.
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
