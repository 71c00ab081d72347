import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './ConfirmDialog.module.css';

type ConfirmDialogProps = {
  title: string;
  /** The consequences. */
  children: ReactNode;
  confirmLabel: string;
  /** 'primary' where nothing is lost. */
  look?: 'danger' | 'primary';
  isBusy?: boolean;
  /** For failures shown in the dialog; others close it first. */
  error?: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirms an action. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  look = 'danger',
  isBusy = false,
  error = '',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog title={title} onClose={close}>
      <div className={styles.question}>{children}</div>
      {error && <Notice tone="error">{error}</Notice>}
      <div className={styles.actions}>
        <Button look="secondary" disabled={isBusy} onClick={close}>
          Cancel
        </Button>
        <Button look={look} isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
