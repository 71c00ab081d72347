import styles from './Processing.module.css';

/** Covers a gift while its checkout is being started. */
export function Processing() {
  return <p className={styles.processing}>Processing...</p>;
}
