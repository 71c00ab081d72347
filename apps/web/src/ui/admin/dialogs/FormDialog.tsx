import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './FormDialog.module.css';
import { type Leaving, useUnsaved } from './unsaved.ts';
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
          <Guard onDiscard={question.leave} onKeep={keepEditing} />
        ) : (
          <div className={styles.end}>
            {error && <Notice tone="error">{error}</Notice>}
            <div className={styles.actions}>
              <Button look="secondary" disabled={isBusy} onClick={requestClose}>
                Cancel
              </Button>
              <Button type="submit" look={submitLook} isBusy={isBusy}>
                {submitLabel}
              </Button>
            </div>
          </div>
        )}
      </form>
    </Dialog>
  );
}

type Closing = { isBusy: boolean; isDirty: boolean; onClose: () => void };

/** Closing the dialog, with a question while something is unsaved. */
function useClosing({ isBusy, isDirty, onClose }: Closing) {
  // A ref, because input counts before the next render.
  const isEdited = useRef(false);
  const [question, setQuestion] = useState<Leaving>();
  const isUnsaved = () => isEdited.current || isDirty;
  useUnsaved({
    isUnsaved,
    onLeaving: ({ leave }) => {
      if (isBusy) return;
      const closeAndLeave = () => {
        // Otherwise it would stay open when only the query changes.
        onClose();
        leave();
      };
      setQuestion({ leave: closeAndLeave });
    },
  });
  return {
    question,
    noteEdit: () => {
      isEdited.current = true;
    },
    requestClose: () => {
      if (isBusy) return;
      if (isUnsaved()) setQuestion({ leave: onClose });
      else onClose();
    },
    keepEditing: () => setQuestion(undefined),
  };
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
