import { Notice } from '#ui/Notice.tsx';
import { KeepAccount } from './KeepAccount.tsx';
import styles from './Privacy.module.css';

/** Above the profile of an account that is about to be deleted. */
export function ErasureBanner(props: { dueAt: string; onKept: () => void }) {
  return (
    <div className={styles.place}>
      <Notice tone="error">
        <KeepAccount {...props} />
      </Notice>
    </div>
  );
}
