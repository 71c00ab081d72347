import type { ReactNode } from 'react';
import { type ConflictField, EditConflict } from './EditConflict.tsx';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import type { EditedRecord } from './use-record-form.ts';

type EditRecordDialogProps<Form> = {
  title: string;
  editing: Omit<EditedRecord<Form, unknown>, 'change'>;
  /** What two versions are compared by. */
  compared: ConflictField<Form>[];
  onClose: () => void;
  isWide?: boolean;
  /** The fields. */
  children: ReactNode;
};

/** The window in which a record is edited. When somebody else was first, both versions stand above the fields. */
export function EditRecordDialog<Form>({
  title,
  editing: { save, isBusy, isDirty, error, conflict },
  compared,
  onClose,
  isWide = false,
  children,
}: EditRecordDialogProps<Form>) {
  return (
    <FormDialog
      title={title}
      submitLabel="Save"
      isWide={isWide}
      isBusy={isBusy}
      isDirty={isDirty}
      error={error}
      onSubmit={save}
      onClose={onClose}
    >
      {conflict && <EditConflict conflict={conflict} fields={compared} isBusy={isBusy} />}
      {children}
    </FormDialog>
  );
}
