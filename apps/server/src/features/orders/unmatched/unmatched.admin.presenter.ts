import type { UnmatchedDetail, UnmatchedPayment } from '@waygate/contract/orders/unmatched.admin.schemas';
import type { UnmatchedPaymentRow } from '#features/orders/orders.tables.ts';
import type { UnmatchedDetails } from './unmatched.admin.queries.ts';

export function presentUnmatched(row: UnmatchedPaymentRow): UnmatchedPayment {
  const { payerName, payerEmail, productName, provider, isLive, reference, sessionId, paymentIntentId } = row;
  return {
    paymentId: row.id,
    state: row.state,
    amount: row.amountCents / 100,
    currency: row.currency,
    refunded: row.refundedCents / 100,
    isDisputed: row.dispute === 'open',
    payerName,
    payerEmail,
    productName,
    provider,
    isLive,
    reference,
    sessionId,
    paymentIntentId,
    startedAt: row.startedAt.toISOString(),
    notedAt: row.notedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    orderId: row.orderId,
    refundFailure: row.refundFailure,
  };
}

export function presentUnmatchedDetail({ payment, account, products }: UnmatchedDetails): UnmatchedDetail {
  return {
    ...presentUnmatched(payment),
    suggestedAccount: account ? { accountDBID: account.id, userName: account.userName } : null,
    products: products.map(({ productId, name, priceCents, isSuggested }) => ({
      productId,
      name,
      price: priceCents / 100,
      isSuggested,
    })),
  };
}
