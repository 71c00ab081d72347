import type { ReactNode } from 'react';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import type { RecordForm } from './use-form.ts';

type NewRecordDialogProps<Form> = {
  title: string;
  making: Omit<RecordForm<Form>, 'change'>;
  submitLabel?: string;
  onClose: () => void;
  isWide?: boolean;
  /** The fields. */
  children: ReactNode;
};

/** The window in which a record is made. */
export function NewRecordDialog<Form>({
  title,
  making: { save, isBusy, isDirty, error },
  submitLabel = 'Create',
  onClose,
  isWide = false,
  children,
}: NewRecordDialogProps<Form>) {
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isWide={isWide}
      isBusy={isBusy}
      isDirty={isDirty}
      error={error}
      onSubmit={save}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
