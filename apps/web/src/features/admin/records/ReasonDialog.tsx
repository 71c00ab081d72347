import { type ReactNode, useState } from 'react';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { OfferedDraft } from './OfferedDraft.tsx';
import { inOneLine } from './in-one-line.ts';
import { reasonFault, reasonName } from './reason.ts';
import { ReasonField } from './ReasonField.tsx';
import { useKeptForm } from './use-form.ts';

type ReasonDialogProps = {
  title: string;
  /** Of the reason where it is kept; the title, where it says what the reason is about. */
  name?: string;
  /** The consequences. */
  children: ReactNode;
  confirmLabel: string;
  /** 'primary' where nothing is lost. */
  look?: 'danger' | 'primary';
  isBusy: boolean;
  /** Why the last attempt failed; '' when it didn't. */
  error: string;
  /** The server's error about the reason. */
  fieldError?: string | undefined;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Confirms an action that needs a reason. */
export function ReasonDialog({
  title,
  name = title,
  children,
  confirmLabel,
  look = 'danger',
  error,
  fieldError,
  onConfirm,
  ...dialog
}: ReasonDialogProps) {
  const [{ reason }, setForm, draft] = useKeptForm(reasonName(name), () => BLANK, DRAFTED);
  const [isTried, setIsTried] = useState(false);
  const fault = reasonFault(reason);
  const shownFault = isTried ? fault : '';
  const confirm = () => {
    setIsTried(true);
    if (fault === '') onConfirm(inOneLine(reason));
  };
  return (
    <FormDialog
      {...dialog}
      title={title}
      submitLabel={confirmLabel}
      submitLook={look}
      isDirty={reason !== ''}
      error={shownFault ? '' : error}
      onSubmit={confirm}
    >
      {children}
      <OfferedDraft draft={draft} />
      <ReasonField
        value={reason}
        error={shownFault || fieldError}
        onChange={(typed) => setForm({ reason: typed })}
      />
    </FormDialog>
  );
}

const BLANK = { reason: '' };
const DRAFTED = ['reason'] as const;
