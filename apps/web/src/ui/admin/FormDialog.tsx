import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './FormDialog.module.css';
import { useFocusAfterFailure } from './use-focus-after-failure.ts';

type FormDialogProps = {
  title: string;
  submitLabel: string;
  /** While saving nothing can be changed, and the window stays. */
  isBusy: boolean;
  /** What went wrong with the last try, '' when nothing did. */
  error: string;
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
  /** For changes that no field has told of, such as a picture that was dropped in. */
  isDirty?: boolean;
  isWide?: boolean;
};

/** A form in a window. Closing it asks first when something that was entered would be lost. */
export function FormDialog({
  title,
  submitLabel,
  isBusy,
  error,
  onSubmit,
  onClose,
  children,
  isDirty = false,
  isWide = false,
}: FormDialogProps) {
  const [isEdited, setIsEdited] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [tries, setTries] = useState(0);
  const form = useFocusAfterFailure(isBusy, { tries, error });
  const isUnsaved = isEdited || isDirty;
  useAskBeforeLeaving(isUnsaved);
  const requestClose = () => {
    if (isBusy) return;
    if (isUnsaved) setIsAsking(true);
    else onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsAsking(false);
    if (isBusy) return;
    setTries(tries + 1);
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={title} onClose={requestClose} isWide={isWide}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={() => setIsEdited(true)}>
        <fieldset className={styles.fields} disabled={isBusy}>
          {children}
        </fieldset>
        {error && <Notice tone="error">{error}</Notice>}
        {isAsking ? (
          <Guard onDiscard={onClose} onKeep={() => setIsAsking(false)} />
        ) : (
          <div className={styles.actions}>
            <Button look="secondary" disabled={isBusy} onClick={requestClose}>
              Cancel
            </Button>
            <Button type="submit" isBusy={isBusy}>
              {submitLabel}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  );
}

function Guard({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
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

/** The browser asks before the whole page goes away. */
function useAskBeforeLeaving(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
