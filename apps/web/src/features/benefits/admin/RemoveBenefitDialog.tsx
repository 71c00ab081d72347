import { deleteBenefit } from '@waygate/contract/benefits/benefits.endpoints';
import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';
import { BENEFIT_KEYS } from './benefit-keys.ts';

/** Confirms the removal of a benefit from an account. */
export function RemoveBenefitDialog({ benefit, onClose }: { benefit: AccountBenefit; onClose: () => void }) {
  const { accountDBID, benefitId, userName } = benefit;
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(deleteBenefit, {
    success: ({ message }) => message,
    failure: 'Failed to remove benefit.',
    invalidates: BENEFIT_KEYS,
    onSuccess: onClose,
  });
  return (
    <ReasonDialog
      title={`Remove benefit ${benefitId} of ${userName}`}
      confirmLabel="Remove benefit"
      isBusy={isBusy}
      error={error}
      fieldError={fieldErrors.reason}
      onConfirm={(reason) =>
        void submit({ params: { accountDBID: String(accountDBID) }, body: { benefitId, reason } })
      }
      onClose={onClose}
    >
      <p>
        The game revokes benefit {benefitId} from {userName}. This action cannot be undone.
      </p>
    </ReasonDialog>
  );
}
