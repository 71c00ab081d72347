import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './DraftNotice.module.css';

type DraftNoticeProps = { draft: { savedAt: string }; onRestore: () => void; onDiscard: () => void };

/** Offers to restore the draft of an earlier visit. */
export function DraftNotice({ draft, onRestore, onDiscard }: DraftNoticeProps) {
  return (
    <Notice tone="info">
      <div className={styles.draft}>
        <p>
          There is an unsaved draft from <LocalTime value={draft.savedAt} />.
        </p>
        <div className={styles.actions}>
          <Button look="secondary" onClick={onDiscard}>
            Discard
          </Button>
          <Button look="secondary" onClick={onRestore}>
            Restore
          </Button>
        </div>
      </div>
    </Notice>
  );
}
