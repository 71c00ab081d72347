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
import { reasonFault, reasonOf } from '#features/admin/records/reason.ts';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { priceText } from '#features/shop/price-text.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextField } from '#ui/TextField.tsx';
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

function AttachForm({ detail, onClose }: { detail: UnmatchedDetail; onClose: () => void }) {
  const { paymentId, suggestedAccount, products } = detail;
  const [account, setAccount] = useState(suggestedAccount ? String(suggestedAccount.accountDBID) : '');
  const [product, setProduct] = useState(products[0]?.isSuggested ? String(products[0].productId) : '');
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(attachUnmatchedPayment, {
    success: ({ orderId }) => `Payment attached as order ${orderId}.`,
    failure: "The payment couldn't be attached.",
    invalidates: UNMATCHED_KEYS,
    isFailureNews: true,
    onSuccess: onClose,
  });
  const faults = faultsOf({ account, product, reason });
  const shown = isTried ? faults : {};
  const attach = () => {
    setIsTried(true);
    if (Object.keys(faults).length > 0) return reset();
    void submit({
      params: { id: String(paymentId) },
      body: { accountDBID: Number(account), productId: Number(product), reason: reasonOf(reason) },
    });
  };
  return (
    <FormDialog
      title={`Attach payment ${paymentId}`}
      submitLabel="Attach and deliver"
      isBusy={isBusy}
      error={Object.values(shown)[0] ?? error}
      onSubmit={attach}
      onClose={onClose}
    >
      <PaymentFacts payment={detail} />
      <TextField
        label="Account DBID"
        name="accountDBID"
        inputMode="numeric"
        autoComplete="off"
        required
        value={account}
        {...(suggestedAccount && { hint: `The payer's address is that of ${suggestedAccount.userName}.` })}
        error={shown.account ?? fieldErrors.accountDBID}
        onChange={({ target }) => setAccount(target.value)}
      />
      <SelectField
        label="Product"
        name="productId"
        required
        options={[
          { value: '', label: 'Choose a product' },
          ...products.map(({ productId, name, price, isSuggested }) => ({
            value: String(productId),
            label: `${name}, ${priceText(price)}${isSuggested ? ' (suggested)' : ''}`,
          })),
        ]}
        value={product}
        error={shown.product ?? fieldErrors.productId}
        onChange={({ target }) => setProduct(target.value)}
      />
      <p>
        The payment becomes an order of this account, at the price that was paid, and its items are delivered
        once. What the game already gave for this payment isn't given again.
      </p>
      <ReasonField value={reason} error={shown.reason ?? fieldErrors.reason} onChange={setReason} />
      <BudgetLeft kinds={['coins', 'packs', 'items']} />
    </FormDialog>
  );
}

type Faults = { account?: string; product?: string; reason?: string };

function faultsOf({ account, product, reason }: Required<Faults>): Faults {
  return {
    ...(!/^[1-9]\d{0,9}$/.test(account.trim()) && { account: 'Please give the number of an account.' }),
    ...(product === '' && { product: 'Please choose a product.' }),
    ...(reasonFault(reason) !== '' && { reason: reasonFault(reason) }),
  };
}
