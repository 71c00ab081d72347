import { Button } from '#ui/Button.tsx';
import styles from './DraftStatus.module.css';
import type { DraftState } from './use-server-draft.ts';

const TEXTS: Record<DraftState, string> = {
  none: '',
  kept: 'Your draft is kept. Nobody else sees it.',
  failed: "The draft couldn't be kept on the server. It is kept in this browser.",
  unread: "Your earlier drafts couldn't be loaded. What you type is kept in this browser.",
};

/** Whether what is typed is kept, next to the buttons of the form. */
export function DraftStatus({ state, onRetry }: { state: DraftState; onRetry: () => void }) {
  return (
    <>
      <output className={styles.draft}>{TEXTS[state]}</output>
      {(state === 'failed' || state === 'unread') && (
        <Button look="quiet" onClick={onRetry}>
          Try again
        </Button>
      )}
    </>
  );
}
