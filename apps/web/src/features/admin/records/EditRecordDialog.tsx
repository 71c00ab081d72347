import { type ConflictField, EditConflict } from './EditConflict.tsx';
import { RecordDialog, type RecordDialogProps } from './RecordDialog.tsx';
import type { EditedRecord } from './use-record-form.ts';

type EditRecordDialogProps<Form> = Omit<RecordDialogProps, 'editing' | 'submitLabel'> & {
  editing: Omit<EditedRecord<Form, unknown>, 'change'>;
  /** What two versions are compared by. */
  compared: ConflictField<Form>[];
};

/** The window in which a record is edited. When somebody else was first, both versions stand above the fields. */
export function EditRecordDialog<Form>({ compared, children, ...dialog }: EditRecordDialogProps<Form>) {
  const { conflict, isBusy } = dialog.editing;
  return (
    <RecordDialog {...dialog} submitLabel="Save">
      {conflict && <EditConflict conflict={conflict} fields={compared} isBusy={isBusy} />}
      {children}
    </RecordDialog>
  );
}
