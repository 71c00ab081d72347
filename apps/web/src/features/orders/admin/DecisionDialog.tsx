import { decideOrder, previewReview } from '@waygate/contract/orders/orders.admin.endpoints';
import type { OrderEffects } from '@waygate/contract/orders/order-effects.schemas';
import type { AdminOrderDetail, ReviewDecision } from '@waygate/contract/orders/orders.admin.schemas';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { Effects } from './effects/Effects.tsx';
import { decisionTexts, decisionTitle } from './review-decisions.ts';
import { EFFECTS_KEY, useEffects, useExpected } from './effects/use-effects.ts';
import { ORDER_KEYS } from './use-order.ts';

type DecisionDialogProps = { order: AdminOrderDetail; decision: ReviewDecision; onClose: () => void };

/** Explains and confirms a review decision. */
export function DecisionDialog({ order, decision, onClose }: DecisionDialogProps) {
  const { label, consequences, success } = decisionTexts(decision, order);
  const params = { id: String(order.orderId) };
  const preview = useEffects(previewReview, { params, query: { decision } });
  const { fault, take } = useExpected(preview);
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(decideOrder, {
    success,
    failure: "The decision couldn't be saved.",
    invalidates: ORDER_KEYS,
    failureInvalidates: [EFFECTS_KEY],
    // Another member of staff may have decided: the page reloads the order.
    isFailureNews: true,
    onSuccess: onClose,
  });
  const confirm = (reason: string) => {
    const expected = take();
    if (expected) void submit({ params, body: { decision, expected, reason } });
  };
  return (
    <ReasonDialog
      title={decisionTitle(decision, order)}
      confirmLabel={label}
      look={decision === 'deliver' ? 'primary' : 'danger'}
      isBusy={isBusy}
      error={fault || error}
      fieldError={fieldErrors.reason}
      onConfirm={confirm}
      onClose={onClose}
    >
      {consequences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Effects {...preview} />
      {decision === 'deliver' && <BudgetLeft kinds={['coins', 'packs', 'items']} />}
      {decision === 'refund' && <BudgetLeft kinds={['refunds']} needed={centsOf(preview.effects?.refunds)} />}
    </ReasonDialog>
  );
}

/** What goes back, as budgets count it. */
function centsOf(refunds: OrderEffects['refunds'] = []): number {
  return refunds.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
}
