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

/** A form in a window. Closing it, or leaving its page, asks first when something that was entered would be lost. */
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
        {error && <Notice tone="error">{error}</Notice>}
        {question ? (
          <Guard onDiscard={question.leave} onKeep={keepEditing} />
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

type Closing = { isBusy: boolean; isDirty: boolean; onClose: () => void };

/** The ways out of the window, with the question that stands in them while something is unsaved. */
function useClosing({ isBusy, isDirty, onClose }: Closing) {
  // Not a state: what was entered counts at once, rendered or not.
  const isEdited = useRef(false);
  const [question, setQuestion] = useState<Leaving>();
  const isUnsaved = () => isEdited.current || isDirty;
  useUnsaved({
    isUnsaved,
    onLeaving: ({ leave, stay }) => {
      if (isBusy) return stay();
      const closeAndLeave = () => {
        // By itself it would stay open over another search of the same page.
        onClose();
        leave();
      };
      return setQuestion({ leave: closeAndLeave, stay });
    },
  });
  return {
    question,
    noteEdit: () => {
      isEdited.current = true;
    },
    requestClose: () => {
      if (isBusy) return;
      if (isUnsaved()) setQuestion({ leave: onClose, stay: () => {} });
      else onClose();
    },
    keepEditing: () => {
      question?.stay();
      setQuestion(undefined);
    },
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
