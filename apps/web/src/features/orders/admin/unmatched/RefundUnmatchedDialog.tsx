import { refundUnmatchedPayment } from '@waygate/contract/orders/unmatched.admin.endpoints';
import type { UnmatchedPayment } from '@waygate/contract/orders/unmatched.admin.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { moneyText } from '#features/orders/admin/money-text.ts';
import { PaymentFacts } from './PaymentFacts.tsx';
import { UNMATCHED_KEYS } from './unmatched-labels.ts';

type RefundUnmatchedDialogProps = { payment: UnmatchedPayment; onClose: () => void };

/** Refunds what is left of a payment whose order is missing. */
export function RefundUnmatchedDialog({ payment, onClose }: RefundUnmatchedDialogProps) {
  const { paymentId, amount, refunded, currency } = payment;
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(refundUnmatchedPayment, {
    success: 'Payment refunded.',
    failure: 'Failed to refund the payment.',
    invalidates: UNMATCHED_KEYS,
    // The refund may still be recorded, or another member of staff was first.
    isFailureNews: true,
    onSuccess: onClose,
  });
  return (
    <ReasonDialog
      title={`Refund payment ${paymentId}`}
      confirmLabel={`Refund ${moneyText(amount - refunded, currency)}`}
      isBusy={isBusy}
      error={error}
      fieldError={fieldErrors.reason}
      onConfirm={(reason) =>
        void submit({ params: { id: String(paymentId) }, body: { refundedSeen: refunded, reason } })
      }
      onClose={onClose}
    >
      <PaymentFacts payment={payment} />
      <p>
        The money goes back to the payer. What the game gave for it before the backup stays there. A refund
        can't be undone.
      </p>
      <BudgetLeft kinds={['refunds']} needed={Math.round((amount - refunded) * 100)} />
    </ReasonDialog>
  );
}
