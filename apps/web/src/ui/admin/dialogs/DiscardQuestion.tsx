import { useEffect, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import styles from './FormDialog.module.css';

type DiscardQuestionProps = { onDiscard: () => void; onKeep: () => void };

/** Asks whether unsaved changes of a dialog are discarded, in place of its buttons. */
export function DiscardQuestion({ onDiscard, onKeep }: DiscardQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div role="alertdialog" aria-label="Unsaved changes" className={styles.guard}>
      <p>You have unsaved changes. Discard them?</p>
      <div className={styles.actions}>
        <Button look="danger" onClick={onDiscard}>
          Discard changes
        </Button>
        <Button ref={keep} look="secondary" onClick={onKeep}>
          Keep editing
        </Button>
      </div>
    </div>
  );
}
