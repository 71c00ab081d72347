import { keepReceipt, revokeReceipt } from '@waygate/contract/deliveries/receipts.admin.endpoints';
import type { UnmatchedReceipt } from '@waygate/contract/deliveries/receipts.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';
import { deliveryText } from './delivery-labels.ts';

const DECISIONS = {
  keep: {
    endpoint: keepReceipt,
    title: 'Keep in the game',
    success: 'Receipt kept.',
    failure: "The receipt couldn't be kept. Try again.",
    consequence: 'It stays as it is in the game. Nothing is sent, and nothing is paid for it.',
  },
  revoke: {
    endpoint: revokeReceipt,
    title: 'Revoke in the game',
    success: 'Revocation queued.',
    failure: "The item couldn't be revoked. Try again.",
    consequence:
      "The game revokes it, and it can't come again: neither by a payment that is attached later, nor by claiming the same reward, whose claim then says that it was revoked. Settle payments without orders first.",
  },
};

export type ReceiptDecision = keyof typeof DECISIONS;

type ReceiptDecisionDialogProps = {
  receipt: UnmatchedReceipt;
  decision: ReceiptDecision;
  onClose: () => void;
};

/** Confirms what becomes of a receipt without a delivery. */
export function ReceiptDecisionDialog({ receipt, decision, onClose }: ReceiptDecisionDialogProps) {
  const { receiptId, account, accountDBID } = receipt;
  const { endpoint, title, success, failure, consequence } = DECISIONS[decision];
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(endpoint, {
    success,
    failure,
    invalidates: [['unmatched-receipts'], ['deliveries'], ['audit']],
    isFailureNews: true,
    onSuccess: onClose,
  });
  return (
    <ReasonDialog
      title={`${title}: receipt ${receiptId}`}
      confirmLabel={title}
      look={decision === 'keep' ? 'primary' : 'danger'}
      isBusy={isBusy}
      error={error}
      fieldError={fieldErrors.reason}
      onConfirm={(reason) => void submit({ params: { id: String(receiptId) }, body: { reason } })}
      onClose={onClose}
    >
      <p>
        <strong>{deliveryText(receipt)}</strong>,{' '}
        {account ? `${account.userName} (${accountDBID})` : `account ${accountDBID}, which was lost`}
      </p>
      <p>{consequence}</p>
    </ReasonDialog>
  );
}
