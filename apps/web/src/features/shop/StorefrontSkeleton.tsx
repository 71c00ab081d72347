import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './StorefrontSkeleton.module.css';

/** A storefront's placeholder while it loads. */
export function StorefrontSkeleton({ text, isOverlay = false }: { text: string; isOverlay?: boolean }) {
  const bar = (
    <div className={styles.bar}>
      {[1, 2, 3, 4].map((index) => (
        <Skeleton key={index} className={styles.entry} />
      ))}
    </div>
  );
  return (
    <div className={isOverlay ? styles.overlay : styles.page}>
      {isOverlay && bar}
      <div className={styles.offer}>
        <Skeleton className={styles.fill} />
        <output>{text}</output>
      </div>
      {!isOverlay && bar}
      <div className={styles.cards}>
        {[1, 2, 3, 4, 5].map((index) => (
          <Skeleton key={index} className={styles.card} />
        ))}
      </div>
    </div>
  );
}
