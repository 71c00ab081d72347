import type { SecurityPolicy } from '@waygate/contract/factors/factors.schemas';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { usePolicyUpdate } from './use-policy-update.ts';

type StopRequiringDialogProps = { policy: SecurityPolicy; onClose: () => void };

/** Lets staff work with a password alone. */
export function StopRequiringDialog({ policy, onClose }: StopRequiringDialogProps) {
  const { isBusy, error, submit } = usePolicyUpdate('Second factor no longer required.', onClose);
  return (
    <ConfirmDialog
      title="Stop requiring a second factor"
      confirmLabel="Stop requiring it"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit({ body: { isStaffFactorRequired: false, revision: policy.revision } })}
      onClose={onClose}
    >
      <p>Staff without a second factor open the admin area again, with their password alone.</p>
      <p>Accounts that have a second factor are still asked for it.</p>
    </ConfirmDialog>
  );
}
