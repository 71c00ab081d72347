import { decideOrder } from '@waygate/contract/orders/orders.admin.endpoints';
import type { AdminOrderDetail, ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { decisionTexts, grantsText } from './review-decisions.ts';
import { ORDER_KEYS } from './use-order.ts';

type DecisionDialogProps = { order: AdminOrderDetail; decision: ReviewDecision; onClose: () => void };

/** Explains and confirms a review decision. */
export function DecisionDialog({ order, decision, onClose }: DecisionDialogProps) {
  const { label, consequences, success } = decisionTexts(decision, order);
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(decideOrder, {
    success,
    failure: "The decision couldn't be saved.",
    invalidates: ORDER_KEYS,
    // Another member of staff may have decided: the page reloads the order.
    isFailureNews: true,
    onSuccess: onClose,
  });
  return (
    <ReasonDialog
      title={`${label}: order ${order.orderId}`}
      confirmLabel={label}
      look={decision === 'deliver' ? 'primary' : 'danger'}
      isBusy={isBusy}
      error={error}
      fieldError={fieldErrors.reason}
      onConfirm={(reason) =>
        void submit({ params: { id: String(order.orderId) }, body: { decision, reason } })
      }
      onClose={onClose}
    >
      {consequences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {decision === 'deliver' && <p>{grantsText(order)}</p>}
      {decision === 'deliver' && <BudgetLeft kinds={['coins', 'packs', 'items']} />}
      {decision === 'refund' && <BudgetLeft kinds={['refunds']} />}
    </ReasonDialog>
  );
}
