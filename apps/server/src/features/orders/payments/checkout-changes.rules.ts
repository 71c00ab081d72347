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

type Report = Pick<OrderRow, 'receivedCents' | 'receivedCurrency' | 'disputeId' | 'disputeDueAt'>;

/** The sum that was paid and the dispute, as far as they are not stored yet. */
export function reportChanges(
  order: Report,
  { paymentStatus, amountCents, currency, disputeCase }: PaymentSnapshot,
): Partial<Report> {
  const isPaid = paymentStatus === 'paid' && amountCents !== null && currency !== null;
  const isSum = order.receivedCents === amountCents && order.receivedCurrency === currency;
  const { disputeId, dueAt } = disputeCase ?? {};
  const isDispute = order.disputeId === disputeId && order.disputeDueAt?.getTime() === dueAt?.getTime();
  return {
    ...(isPaid && !isSum && { receivedCents: amountCents, receivedCurrency: currency }),
    ...(disputeId !== undefined && !isDispute && { disputeId, disputeDueAt: dueAt ?? null }),
  };
}
