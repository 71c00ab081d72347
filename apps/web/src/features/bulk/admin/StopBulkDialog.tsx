import { stopBulk } from '@waygate/contract/bulk/bulk.endpoints';
import type { BulkProgress } from '@waygate/contract/bulk/bulk.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';

type StopBulkDialogProps = {
  list: BulkProgress;
  onStopped: (list: BulkProgress) => void;
  onClose: () => void;
};

/** Stops a list for good; the accounts that are still waiting get nothing. */
export function StopBulkDialog({ list: { id, waiting, done }, onStopped, onClose }: StopBulkDialogProps) {
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(stopBulk, {
    failure: "The list couldn't be stopped. Try again.",
    invalidates: [['bulk'], ['audit']],
    onSuccess: (stopped) => {
      onStopped(stopped);
      onClose();
    },
  });
  return (
    <ReasonDialog
      title="Stop this list for good?"
      name={`stop list ${id}`}
      confirmLabel={`Stop the remaining ${waiting.toLocaleString()}`}
      isBusy={isBusy}
      error={error}
      fieldError={fieldErrors.reason}
      onConfirm={(reason) => void submit({ params: { id }, body: { reason } })}
      onClose={onClose}
    >
      <p>
        {waiting.toLocaleString()} waiting {waiting === 1 ? 'account gets' : 'accounts get'} nothing
        {done > 0 && `, and ${done.toLocaleString()} ${done === 1 ? 'keeps' : 'keep'} what was done`}. You can
        start another list for the rest.
      </p>
    </ReasonDialog>
  );
}
