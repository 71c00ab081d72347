import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import styles from './FormDialog.module.css';
import { useClosing } from './use-closing.ts';
import { useFocusAfterFailure } from './use-focus-after-failure.ts';

type FormDialogProps = {
  title: string;
  submitLabel: string;
  /** 'danger' where something is taken away. */
  submitLook?: 'danger' | 'primary';
  /** While saving, fields are disabled and the dialog stays open. */
  isBusy: boolean;
  /** Why the last attempt failed; '' when it didn't. */
  error: string;
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
  /** For changes without an input event, such as a dropped picture. */
  isDirty?: boolean;
  isWide?: boolean;
  /** Id of what says what submitting will do. */
  consequencesId?: string;
};

/** A form in a dialog. Closing it or leaving the page asks first when input would be lost. */
export function FormDialog({
  title,
  submitLabel,
  submitLook = 'primary',
  isBusy,
  error,
  onSubmit,
  onClose,
  children,
  isDirty = false,
  isWide = false,
  consequencesId,
}: FormDialogProps) {
  const [tries, setTries] = useState(0);
  const form = useFocusAfterFailure(isBusy, { tries, error });
  const { question, noteEdit, requestClose, keepEditing } = useClosing({ isBusy, isDirty, onClose });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    keepEditing();
    if (isBusy) return;
    setTries(tries + 1);
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={title} onClose={requestClose} isWide={isWide}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit} onInput={noteEdit}>
        <fieldset className={styles.fields} disabled={isBusy}>
          {children}
        </fieldset>
        {question ? (
          <DiscardQuestion onDiscard={question.leave} onKeep={keepEditing} />
        ) : (
          <div className={styles.end}>
            {error && <Notice tone="error">{error}</Notice>}
            <div className={styles.actions}>
              <Button look="secondary" disabled={isBusy} onClick={requestClose}>
                Cancel
              </Button>
              <Button type="submit" look={submitLook} isBusy={isBusy} aria-describedby={consequencesId}>
                {submitLabel}
              </Button>
            </div>
          </div>
        )}
      </form>
    </Dialog>
  );
}
