import type { ReactNode } from 'react';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import type { Deletion } from './use-deletion.ts';

type DeleteDialogProps<Row> = {
  deletion: Deletion<Row>;
  title: (row: Row) => string;
  /** The consequences, in paragraphs. */
  children: ReactNode;
};

/** Confirms the deletion of a row. */
export function DeleteDialog<Row>({ deletion, title, children }: DeleteDialogProps<Row>) {
  const { row, isBusy, confirm, cancel } = deletion;
  if (row === undefined) return null;
  return (
    <ConfirmDialog
      title={title(row)}
      confirmLabel="Delete"
      isBusy={isBusy}
      onConfirm={confirm}
      onClose={cancel}
    >
      {children}
    </ConfirmDialog>
  );
}
