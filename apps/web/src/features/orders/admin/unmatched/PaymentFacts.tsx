import type { UnmatchedPayment } from '@waygate/contract/orders/unmatched.admin.schemas';
import { moneyText } from '#features/orders/admin/money-text.ts';
import { DetailList } from '#ui/admin/DetailList.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { payerText } from './unmatched-labels.ts';

/** What is known of a payment whose order is missing. */
export function PaymentFacts({ payment }: { payment: UnmatchedPayment }) {
  const { amount, refunded, currency, refundFailure } = payment;
  return (
    <DetailList
      details={[
        { label: 'Paid for', value: payment.productName ?? 'Unknown' },
        { label: 'Payer', value: payerText(payment) },
        { label: 'Amount', value: moneyText(amount, currency) },
        ...(refunded > 0 ? [{ label: 'Amount refunded', value: moneyText(refunded, currency) }] : []),
        { label: 'Checkout', value: <LocalTime value={payment.startedAt} /> },
        {
          label: 'Payment provider',
          value: `${payment.provider}${payment.isLive ? '' : ', no real money'}`,
        },
        { label: 'Session', value: payment.sessionId },
        { label: 'Payment', value: payment.paymentIntentId },
        ...(refundFailure === null ? [] : [{ label: 'Last refund', value: `Refused: ${refundFailure}` }]),
      ]}
    />
  );
}
