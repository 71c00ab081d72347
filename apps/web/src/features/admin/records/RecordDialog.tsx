import type { ReactNode } from 'react';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { OfferedDraft } from './OfferedDraft.tsx';
import type { RecordForm } from './use-form.ts';

export type RecordDialogProps = {
  title: string;
  editing: Pick<RecordForm<unknown>, 'save' | 'isBusy' | 'isDirty' | 'error' | 'draft'>;
  submitLabel?: string;
  onClose: () => void;
  isWide?: boolean;
  /** The fields. */
  children: ReactNode;
};

/** Creates a record in a dialog. */
export function RecordDialog({
  title,
  editing: { save, isBusy, isDirty, error, draft },
  submitLabel = 'Create',
  onClose,
  isWide = false,
  children,
}: RecordDialogProps) {
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
      <OfferedDraft draft={draft} />
      {children}
    </FormDialog>
  );
}
