import styles from './ProfileSkeleton.module.css';
import view from './ProfileView.module.css';

/** The profile's outline while it is on its way, as tall as what will stand there. */
export function ProfileSkeleton() {
  return (
    <div className={view.columns}>
      <div className={styles.card}>
        <div className={styles.avatar} />
        <output className={styles.label}>Loading profile...</output>
        <div className={styles.lines} aria-hidden>
          <span />
          <span />
          <span />
          <span />
        </div>
        <div className={styles.buttons} aria-hidden>
          <span />
          <span />
          <span />
          <span />
        </div>
      </div>
      <div className={styles.panel} aria-hidden>
        <span />
      </div>
    </div>
  );
}
