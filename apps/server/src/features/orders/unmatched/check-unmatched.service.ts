import { type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import { recordUnmatched } from './record-unmatched.service.ts';
import { selectUnmatched } from './unmatched.queries.ts';
import { carryOutUnmatchedRefund } from './unmatched-refunds.service.ts';

/** Finishes a refund that a crash or an outage has left, and brings the record up to date with the provider. */
export async function checkUnmatched(parts: OrderParts, id: number): Promise<void> {
  const shop = requireOpenShop(parts);
  const payment = await selectUnmatched(shop.db, { id });
  if (!payment || payment.provider !== shop.payments.name) return;
  if (payment.state === 'refunding') await carryOutUnmatchedRefund(shop, id);
  await recordUnmatched(shop, payment.sessionId);
}
