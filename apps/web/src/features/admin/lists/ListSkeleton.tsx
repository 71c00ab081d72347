import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './ListSkeleton.module.css';

const ROWS = Array.from({ length: 10 }, (_, row) => row);

/** The placeholder of a list that is loading. */
export function ListSkeleton({ caption }: { caption: string }) {
  return (
    <div className={styles.list}>
      <output className="visually-hidden">Loading {caption}…</output>
      <Skeleton className={styles.head} />
      {ROWS.map((row) => (
        <Skeleton key={row} className={styles.row} />
      ))}
    </div>
  );
}
