import type { AdminOrderDetail } from '@waygate/contract/orders/orders.admin.schemas';
import { useId } from 'react';
import { OwnAccountNote } from '#features/admin/records/OwnAccountNote.tsx';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { DetailList } from '#ui/admin/DetailList.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { moneyText } from './money-text.ts';
import type { Refundable } from './RefundDialog.tsx';

type OtherPayment = AdminOrderDetail['otherPayments'][number];

const STATES: Record<OtherPayment['state'], string> = {
  promised: 'Pending',
  failed: 'Failed',
  paid: 'Paid',
  returned: 'Refunded',
};

type OtherPaymentsProps = { order: AdminOrderDetail; onRefund: (payment: Refundable) => void };

/** Payments for the order from a checkout other than its own. */
export function OtherPayments({ order, onRefund }: OtherPaymentsProps) {
  const isOwn = !useMayGive()(order.accountDBID);
  const noteId = useId();
  return order.otherPayments.map((payment, index) => (
    <Panel
      key={payment.sessionId}
      title={order.otherPayments.length > 1 ? `Another payment (${index + 1})` : 'Another payment'}
      actions={
        payment.refundable > 0 && (
          <Button
            look="danger"
            disabled={isOwn}
            aria-describedby={isOwn ? `${noteId}-${index}` : undefined}
            onClick={() => onRefund(payment)}
          >
            Refund…
          </Button>
        )
      }
    >
      {isOwn && payment.refundable > 0 && (
        <OwnAccountNote id={`${noteId}-${index}`} can="refund its orders" />
      )}
      <DetailList
        details={[
          { label: 'State', value: STATES[payment.state] },
          { label: 'Amount', value: money(payment.amount, payment.currency) },
          { label: 'Amount refunded', value: money(payment.refunded, payment.currency) },
          { label: 'Session', value: payment.sessionId },
          { label: 'Payment', value: payment.paymentIntentId ?? '–' },
        ]}
      />
    </Panel>
  ));
}

function money(amount: number | null, currency: string | null): string {
  return amount === null ? '–' : moneyText(amount, currency);
}
