import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './ProfileSkeleton.module.css';
import view from './ProfileView.module.css';

/** The profile's placeholder while it loads, as tall as the loaded profile. */
export function ProfileSkeleton() {
  return (
    <div className={view.columns}>
      <div className={styles.card}>
        <div className={styles.person}>
          <Skeleton className={styles.avatar} />
          <output className={styles.label}>Loading profile...</output>
        </div>
        <Skeleton className={styles.purses} />
        <Skeleton className={styles.buttons} />
        <Skeleton className={styles.rows} />
        <Skeleton className={styles.rows} />
      </div>
      <div className={styles.panel}>
        <Skeleton className={styles.tabs} />
      </div>
    </div>
  );
}
