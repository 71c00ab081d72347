import { Button } from './Button.tsx';
import styles from './Failure.module.css';
import { Notice } from './Notice.tsx';

/** Why loading failed, with a Retry button. */
export function Failure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <Notice tone="error">{message}</Notice>
      <Button look="secondary" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
