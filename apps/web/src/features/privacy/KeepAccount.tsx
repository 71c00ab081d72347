import { undoErasure } from '@waygate/contract/privacy/privacy.endpoints';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { Button } from '#ui/Button.tsx';
import { LocalDate } from '#ui/LocalDate.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './Privacy.module.css';

type KeepAccountProps = { dueAt: string; onKept: () => void };

/** When the account is deleted, and the way to keep it. */
export function KeepAccount({ dueAt, onKept }: KeepAccountProps) {
  const { isBusy, error, submit } = useSubmit("Your account couldn't be kept. Try again.");
  const keep = () =>
    void submit(async () => {
      await call(undoErasure, {});
      onKept();
    });
  return (
    <div className={styles.banner}>
      <p>
        Your account will be deleted on <LocalDate value={dueAt} />. Until then you can use it as usual.
      </p>
      {error && <Notice tone="error">{error}</Notice>}
      <Button isBusy={isBusy} onClick={keep}>
        Keep my account
      </Button>
    </div>
  );
}
