import { useQuery } from '@tanstack/react-query';
import {
  attachUnmatchedPayment,
  getUnmatchedPayment,
} from '@waygate/contract/orders/unmatched.admin.endpoints';
import type { UnmatchedDetail, UnmatchedPayment } from '@waygate/contract/orders/unmatched.admin.schemas';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { OfferedDraft } from '#features/admin/records/OfferedDraft.tsx';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { reasonFault } from '#features/admin/records/reason.ts';
import { useKeptForm } from '#features/admin/records/use-form.ts';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Effects } from '#features/orders/admin/effects/Effects.tsx';
import { useAttachEffects } from '#features/orders/admin/effects/use-attach-effects.ts';
import { EFFECTS_KEY, useExpected } from '#features/orders/admin/effects/use-effects.ts';
import { AttachFields, type Attachment } from './AttachFields.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { UNMATCHED_KEYS } from './unmatched-labels.ts';

type AttachDialogProps = { payment: UnmatchedPayment; onClose: () => void };

/** Makes an order of an account out of a payment. Suggests the payer's account and the product of that name or price. */
export function AttachDialog({ payment, onClose }: AttachDialogProps) {
  const { paymentId } = payment;
  const { data, error, refetch } = useQuery({
    queryKey: ['unmatched', 'one', paymentId],
    queryFn: ({ signal }) => call(getUnmatchedPayment, { params: { id: String(paymentId) } }, { signal }),
    // What is typed must not be overwritten by a new suggestion.
    staleTime: Infinity,
  });
  if (data) return <AttachForm detail={data} onClose={onClose} />;
  return (
    <Dialog title={`Attach payment ${paymentId}`} onClose={onClose}>
      {error ? (
        <Failure message={messageOf(error, 'Failed to fetch this payment.')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </Dialog>
  );
}

const ATTACHING = {
  success: ({ orderId }: UnmatchedDetail) => `Payment attached as order ${orderId}.`,
  failure: "The payment couldn't be attached.",
  invalidates: UNMATCHED_KEYS,
  failureInvalidates: [EFFECTS_KEY],
  isFailureNews: true,
};

const DRAFTED = ['reason'] as const;

function AttachForm({ detail, onClose }: { detail: UnmatchedDetail; onClose: () => void }) {
  const [values, setValues, draft, isDirty] = useAttachment(detail);
  const [isTried, setIsTried] = useState(false);
  // Ids that are still being typed are other accounts, whose balances are no business of this form.
  const [isAccountChosen, setIsAccountChosen] = useState(true);
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(attachUnmatchedPayment, {
    ...ATTACHING,
    onSuccess: onClose,
  });
  const faults = faultsOf(values);
  const { account, product } = values;
  const isChosen = isAccountChosen && faults.account === undefined && faults.product === undefined;
  const preview = useAttachEffects(detail.paymentId, isChosen ? { account: account.trim(), product } : {});
  const { fault, take } = useExpected(preview);
  const shown = isTried ? faults : {};
  const attach = () => {
    setIsTried(true);
    setIsAccountChosen(true);
    const expected = take();
    if (Object.keys(faults).length > 0 || !expected) return reset();
    void submit({
      params: { id: String(detail.paymentId) },
      body: {
        accountDBID: Number(values.account),
        productId: Number(values.product),
        expected,
        reason: inOneLine(values.reason),
      },
    });
  };
  return (
    <FormDialog
      title={`Attach payment ${detail.paymentId}`}
      submitLabel="Attach and deliver"
      isBusy={isBusy}
      error={Object.values(shown)[0] ?? (fault || error)}
      onSubmit={attach}
      isDirty={isDirty}
      onClose={onClose}
    >
      <PaymentFacts payment={detail} />
      <OfferedDraft draft={draft} />
      <AttachFields
        detail={detail}
        values={values}
        faults={{
          account: shown.account ?? fieldErrors.accountDBID,
          product: shown.product ?? fieldErrors.productId,
          reason: shown.reason ?? fieldErrors.reason,
        }}
        onChange={(changes) => {
          setValues({ ...values, ...changes });
          if (changes.account !== undefined) setIsAccountChosen(false);
        }}
        onAccountChosen={() => setIsAccountChosen(true)}
      />
      {isChosen && <Effects {...preview} />}
      <BudgetLeft kinds={['coins', 'packs', 'items']} />
    </FormDialog>
  );
}

function useAttachment(detail: UnmatchedDetail) {
  return useKeptForm(`attachment of ${detail.paymentId}`, () => suggestionOf(detail), DRAFTED);
}

function suggestionOf({ suggestedAccount, products: [first] }: UnmatchedDetail): Attachment {
  return {
    account: suggestedAccount ? String(suggestedAccount.accountDBID) : '',
    product: first?.isSuggested ? String(first.productId) : '',
    reason: '',
  };
}

function faultsOf({ account, product, reason }: Attachment): Partial<Attachment> {
  return {
    ...(!/^[1-9]\d{0,9}$/.test(account.trim()) && { account: 'Please give the number of an account.' }),
    ...(product === '' && { product: 'Please choose a product.' }),
    ...(reasonFault(reason) !== '' && { reason: reasonFault(reason) }),
  };
}
