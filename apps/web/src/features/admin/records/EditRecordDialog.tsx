import { type ConflictField, EditConflict } from './EditConflict.tsx';
import { RecordDialog, type RecordDialogProps } from './RecordDialog.tsx';
import type { EditedRecord } from './use-record-form.ts';

type EditRecordDialogProps<Form> = Omit<RecordDialogProps, 'editing' | 'submitLabel'> & {
  editing: Omit<EditedRecord<Form, unknown>, 'change'>;
  /** The fields shown in a conflict. */
  compared: ConflictField<Form>[];
};

/** Edits a record in a dialog. After a conflict, both versions are shown above the fields. */
export function EditRecordDialog<Form>({ compared, children, ...dialog }: EditRecordDialogProps<Form>) {
  const { conflict, isBusy } = dialog.editing;
  return (
    <RecordDialog {...dialog} submitLabel="Save">
      {conflict && <EditConflict conflict={conflict} fields={compared} isBusy={isBusy} />}
      {children}
    </RecordDialog>
  );
}
