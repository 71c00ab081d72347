import type { ComponentProps, ReactNode } from 'react';
import { CsvButton } from './CsvButton.tsx';
import styles from './ListView.module.css';

type WithFileProps = ComponentProps<typeof CsvButton> & { children: ReactNode };

/** A table with the button that writes all of it to a file. */
export function WithFile({ children, ...file }: WithFileProps) {
  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        <div className={styles.actions}>
          <CsvButton {...file} />
        </div>
      </div>
      {children}
    </div>
  );
}
