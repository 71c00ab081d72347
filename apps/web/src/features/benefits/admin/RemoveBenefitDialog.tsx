import { deleteBenefit } from '@waygate/contract/benefits/benefits.endpoints';
import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx';
import { BENEFIT_KEYS } from './benefit-keys.ts';

/** Confirms the removal of a benefit from an account. */
export function RemoveBenefitDialog({ benefit, onClose }: { benefit: AccountBenefit; onClose: () => void }) {
  const { accountDBID, benefitId, userName } = benefit;
  const { isBusy, error, submit } = useAdminMutation(deleteBenefit, {
    success: ({ message }) => message,
    failure: 'Failed to remove benefit.',
    invalidates: BENEFIT_KEYS,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Remove benefit ${benefitId} of ${userName}`}
      confirmLabel="Remove benefit"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void submit({ params: { accountDBID: String(accountDBID) }, body: { benefitId } })}
      onClose={onClose}
    >
      <p>
        The game revokes benefit {benefitId} from {userName}. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
