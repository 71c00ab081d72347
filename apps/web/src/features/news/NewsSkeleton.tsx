import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './NewsSkeleton.module.css';

/** The overview's placeholder while it loads. */
export function NewsSkeleton() {
  return (
    <div className={styles.skeleton}>
      <output>Loading News...</output>
      <Skeleton className={styles.featured} />
      <div className={styles.grid}>
        {[1, 2, 3, 4].map((index) => (
          <Skeleton key={index} className={styles.card} />
        ))}
      </div>
    </div>
  );
}
