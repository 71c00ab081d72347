import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { reasonFault, reasonOf } from './reason.ts';
import styles from './ReasonDialog.module.css';
import { ReasonField } from './ReasonField.tsx';

type ReasonDialogProps = Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm'> & {
  /** The server's error about the reason. */
  fieldError?: string | undefined;
  onConfirm: (reason: string) => void;
};

/** Confirms an action that needs a reason. */
export function ReasonDialog({ children, fieldError, onConfirm, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const fault = reasonFault(reason);
  const confirm = () => {
    setIsTried(true);
    if (fault === '') onConfirm(reasonOf(reason));
  };
  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      {children}
      <div className={styles.reason}>
        <ReasonField value={reason} error={(isTried && fault) || fieldError} onChange={setReason} />
      </div>
    </ConfirmDialog>
  );
}
