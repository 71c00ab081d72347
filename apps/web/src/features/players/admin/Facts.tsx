import type { ReactNode } from 'react';
import styles from './Facts.module.css';

type Fact = {
  key: string;
  /** The key, unless it's more than text. */
  label?: ReactNode;
  value: ReactNode;
};

/** Labels on the left, values on the right, a line each. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label ?? key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
