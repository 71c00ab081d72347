import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import tiles from './CategoryGrid.module.css';
import styles from './StorefrontSkeleton.module.css';

/** The categories' placeholder while they load. */
export function StorefrontSkeleton({ text }: { text: string }) {
  return (
    <div className={styles.skeleton}>
      <output className={styles.label}>{text}</output>
      <div className={classNames(tiles.grid, styles.grid)}>
        {[1, 2, 3, 4].map((index) => (
          <Skeleton key={index} className={styles.tile} />
        ))}
      </div>
    </div>
  );
}
