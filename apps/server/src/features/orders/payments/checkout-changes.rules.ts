import type { OrderRow } from '#features/orders/orders.tables.ts';
import type { PaymentSnapshot } from '#platform/payments/payment-provider.ts';

type Changes = { termsAcceptedAt?: Date; taxCents?: number };

/** What the buyer accepted and which tax was paid, as far as it is not stored yet. Consent, once given, stays. */
export function checkoutChanges(
  order: Pick<OrderRow, 'termsVersion' | 'termsAcceptedAt' | 'taxCents' | 'priceCents' | 'currency'>,
  { termsAcceptedAt, taxCents, currency, paymentStatus }: PaymentSnapshot,
): Changes {
  const isNew = order.termsVersion !== null && order.termsAcceptedAt === null;
  const isTaxOfOrder =
    paymentStatus === 'paid' && currency === order.currency && (taxCents ?? 0) <= order.priceCents;
  return {
    ...(isNew && termsAcceptedAt && { termsAcceptedAt }),
    ...(isTaxOfOrder && taxCents !== undefined && taxCents !== order.taxCents && { taxCents }),
  };
}
