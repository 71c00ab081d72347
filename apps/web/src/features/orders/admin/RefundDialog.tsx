import { refundOrder } from '@waygate/contract/orders/orders.admin.endpoints';
import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { OfferedDraft } from '#features/admin/records/OfferedDraft.tsx';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { reasonFault } from '#features/admin/records/reason.ts';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { useKeptForm } from '#features/admin/records/use-form.ts';
import { createUuid } from '#api/uuid.ts';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { priceText } from '#features/shop/price-text.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { Effects } from './effects/Effects.tsx';
import { EFFECTS_KEY, useExpected } from './effects/use-effects.ts';
import { useRefundEffects } from './effects/use-refund-effects.ts';
import { RefundFields } from './RefundFields.tsx';
import { amountIn, refundName } from './refund.rules.ts';
import { ORDER_KEYS } from './use-order.ts';

/** A refundable amount; `paymentIntentId` when it isn't the order's own payment. */
export type Refundable = { refundable: number; refunded: number; paymentIntentId?: string | null };

type RefundDialogProps = { order: AdminOrderDetail; payment: Refundable; onClose: () => void };

const BLANK = { isWhole: true, text: '', reason: '' };
const DRAFTED = ['reason'] as const;

const REFUNDING = {
  success: 'Refund completed.',
  failure: 'Failed to refund order.',
  invalidates: ORDER_KEYS,
  failureInvalidates: [EFFECTS_KEY],
  // The refund may still be recorded, or another member of staff refunded first: the page reloads the order.
  isFailureNews: true,
};

/** Refunds all or a part of a payment. The button shows the amount. */
export function RefundDialog({ order: { orderId }, payment: opened, onClose }: RefundDialogProps) {
  // Frozen when opened: the server reports a change made meanwhile, instead of the form changing unnoticed.
  const [payment] = useState(opened);
  const requestIdOf = useRequestIds();
  const { isWhole, text, reason, setReason, change, draft, isDirty } = useRefundForm(orderId, payment);
  const [isAmountWrong, setIsAmountWrong] = useState(false);
  const [noReason, setNoReason] = useState('');
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(refundOrder, {
    ...REFUNDING,
    onSuccess: onClose,
  });
  const amount = isWhole ? payment.refundable : amountIn(text, payment.refundable);
  const preview = useRefundEffects({ orderId, paymentIntentId: payment.paymentIntentId, amount, isWhole });
  const { fault, take } = useExpected(preview);
  const refund = () => {
    setIsAmountWrong(amount === undefined);
    setNoReason(reasonFault(reason));
    const expected = amount === undefined ? undefined : take();
    if (amount === undefined || reasonFault(reason) || !expected) return reset();
    void submit({
      params: { id: String(orderId) },
      body: {
        ...(!isWhole && { amount }),
        ...(payment.paymentIntentId && { paymentIntentId: payment.paymentIntentId }),
        refundedSeen: payment.refunded,
        requestId: requestIdOf(isWhole ? 'whole' : amount),
        expected,
        reason: inOneLine(reason),
      },
    });
  };
  return (
    <FormDialog
      title={`Refund order ${orderId}`}
      submitLabel={amount === undefined ? 'Refund' : `Refund ${priceText(amount)}`}
      submitLook="danger"
      isBusy={isBusy}
      error={(isAmountWrong ? limitText(payment) : noReason) || fault || error}
      onSubmit={refund}
      isDirty={isDirty}
      onClose={onClose}
    >
      <OfferedDraft draft={draft} />
      <RefundFields
        most={payment.refundable}
        isWhole={isWhole}
        text={text}
        error={isAmountWrong ? limitText(payment) : fieldErrors.amount}
        onExtent={(whole) => {
          change({ isWhole: whole });
          setIsAmountWrong(false);
        }}
        onText={(typed) => change({ text: typed })}
      />
      {amount !== undefined && <Effects {...preview} />}
      <p>A refund can't be undone.</p>
      <ReasonField value={reason} error={noReason || fieldErrors.reason} onChange={setReason} />
      <BudgetLeft kinds={['refunds']} needed={Math.round((amount ?? 0) * 100)} />
    </FormDialog>
  );
}

function limitText({ refundable }: Refundable): string {
  return `Please give an amount up to ${priceText(refundable)}.`;
}

function useRefundForm(orderId: number, { paymentIntentId }: Refundable) {
  const [form, setForm, draft, isDirty] = useKeptForm(
    refundName(orderId, paymentIntentId),
    () => BLANK,
    DRAFTED,
  );
  const change = (changes: Partial<typeof BLANK>) => setForm((now) => ({ ...now, ...changes }));
  return { ...form, setReason: (reason: string) => change({ reason }), change, draft, isDirty };
}

/** One for each amount: the same amount again is a retry, another one is another refund. */
function useRequestIds(): (amount: number | 'whole') => string {
  const [ids] = useState(() => new Map<number | 'whole', string>());
  return (amount) => {
    const id = ids.get(amount) ?? createUuid();
    ids.set(amount, id);
    return id;
  };
}
