import {
  exportUnmatchedPayments,
  listUnmatchedPayments,
} from '@waygate/contract/orders/unmatched.admin.endpoints';
import type { UnmatchedPayment } from '@waygate/contract/orders/unmatched.admin.schemas';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ListFilter } from '#features/admin/lists/filters/ListFilters.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { moneyText } from '#features/orders/admin/money-text.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import type { Column } from '#ui/admin/table/columns.ts';
import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button } from '#ui/Button.tsx';
import { ShortTime } from '#ui/admin/table/ShortTime.tsx';
import { AttachDialog } from './AttachDialog.tsx';
import { RefundUnmatchedDialog } from './RefundUnmatchedDialog.tsx';
import { payerText, UNMATCHED_STATE_OPTIONS, unmatchedStateLabel } from './unmatched-labels.ts';

const FILTERS: ListFilter[] = [
  { name: 'state', label: 'State', anyLabel: 'Open', options: UNMATCHED_STATE_OPTIONS },
  { name: 'atLeast', label: 'Amount from', input: 'amount', isExtra: true },
  { name: 'atMost', label: 'Amount up to', input: 'amount', isExtra: true },
  { name: 'from', label: 'Checkout from', input: 'time', isExtra: true },
  { name: 'to', label: 'Checkout before', input: 'time', isExtra: true },
];

type Decision = 'attach' | 'refund';

function columnsOf(
  onOpen: (payment: UnmatchedPayment, decision: Decision) => void,
): Column<UnmatchedPayment>[] {
  return [
    {
      id: 'id',
      label: 'Payment',
      sortKey: 'paymentId',
      render: ({ paymentId }) => `#${paymentId}`,
    },
    {
      id: 'what',
      label: 'What',
      isPrimary: true,
      render: ({ productName }) => productName ?? 'Unknown product',
    },
    { id: 'payer', label: 'Payer', render: payerText },
    { id: 'amount', label: 'Amount', align: 'end', phone: 'top', render: amountText },
    { id: 'state', label: 'State', phone: 'bottom', render: (payment) => <PaymentState payment={payment} /> },
    {
      id: 'started',
      label: 'Checkout',
      render: ({ startedAt }) => <ShortTime value={startedAt} />,
    },
    {
      id: 'actions',
      label: 'Actions',
      render: (payment) => <PaymentActions payment={payment} onOpen={onOpen} />,
    },
  ];
}

/** Payments whose order is missing; those that wait for staff by default. */
export function UnmatchedList() {
  // The dialogs live next to the list: a row disappears when another member of staff was first.
  const [asked, setAsked] = useState<{ payment: UnmatchedPayment; decision: Decision }>();
  const close = () => setAsked(undefined);
  return (
    <>
      <ListView
        queryKey={['unmatched']}
        load={loadFrom(listUnmatchedPayments, ({ payments: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch unmatched payments."
        caption="Unmatched payments"
        columns={columnsOf((payment, decision) => setAsked({ payment, decision }))}
        rowKey={({ paymentId }) => paymentId}
        searchLabel="Search by payer, product or payment"
        filters={FILTERS}
        defaultSort="-paymentId"
        empty={<p>Every payment has its order. There is nothing to do.</p>}
        csv={exportUnmatchedPayments}
      />
      {asked?.decision === 'attach' && <AttachDialog payment={asked.payment} onClose={close} />}
      {asked?.decision === 'refund' && <RefundUnmatchedDialog payment={asked.payment} onClose={close} />}
    </>
  );
}

/** '€19.99', and what is left of it if some was refunded. */
function amountText({ amount, refunded, currency, state }: UnmatchedPayment): string {
  const text = moneyText(amount, currency);
  return state === 'open' && refunded > 0 ? `${text}, ${moneyText(amount - refunded, currency)} left` : text;
}

function PaymentState({ payment }: { payment: UnmatchedPayment }) {
  const { text, tone } = unmatchedStateLabel(payment);
  return <Badge tone={tone}>{text}</Badge>;
}

function PaymentActions({
  payment,
  onOpen,
}: {
  payment: UnmatchedPayment;
  onOpen: (payment: UnmatchedPayment, decision: Decision) => void;
}) {
  const { paymentId, orderId, state, isDisputed } = payment;
  if (orderId !== null) return <Link to={adminPaths.order({ orderId })}>Order {orderId}</Link>;
  if (state !== 'open') return '–';
  return (
    <RowActions>
      <Button
        look="secondary"
        aria-label={`Attach: payment ${paymentId}`}
        onClick={() => onOpen(payment, 'attach')}
      >
        Attach…
      </Button>
      {!isDisputed && (
        <Button
          look="danger"
          aria-label={`Refund: payment ${paymentId}`}
          onClick={() => onOpen(payment, 'refund')}
        >
          Refund…
        </Button>
      )}
    </RowActions>
  );
}
