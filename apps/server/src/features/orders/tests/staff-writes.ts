import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { noteUnmatchedPayment } from '#features/orders/unmatched/record-unmatched.service.ts';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import { openOtherSession, type Shop, startOrder, startPaidOrder } from '#test/shop-journeys.ts';
import { onAccount, onRecord, type StaffWriteCase } from '#test/staff-writes.ts';

export const STAFF_WRITES: StaffWriteCase[] = [
  onAccount('refundOrder', 'refunds an order', { givesValue: true, prepare: ofPaidOrder }),
  onAccount('decideOrder', 'delivers an order in review', { givesValue: true, prepare: ofReview('deliver') }),
  onAccount('decideOrder', 'refunds an order in review', { givesValue: true, prepare: ofReview('refund') }),
  onAccount('decideOrder', 'cancels an order in review', { givesValue: true, prepare: ofReview('cancel') }),
  onRecord('refundUnmatchedPayment', 'refunds an unmatched payment', async (shop) => {
    const { id } = await ofUnmatched(shop);
    return { id, body: { reason: 'Nobody knows the payer' } };
  }),
  onAccount('attachUnmatchedPayment', 'attaches an unmatched payment', {
    givesValue: true,
    prepare: async (shop) => {
      const { id, productId } = await ofUnmatched(shop);
      const { id: accountDBID } = await createSignedInPlayer(shop);
      return { id, body: { accountDBID, productId, reason: 'Lost with the backup' }, accountId: accountDBID };
    },
  }),
];

/** A paid session that names an order of this installation that is nowhere. */
async function ofUnmatched(shop: Shop) {
  const { order, productId } = await startOrder(shop);
  const reference = `${order.reference.slice(0, -32)}${randomUUID().replaceAll('-', '')}`;
  const sessionId = openOtherSession(shop, { ...order, reference });
  shop.stripe.books.pay(sessionId);
  const seen = { reference, sessionId, paymentIntentId: null };
  const id = await noteUnmatchedPayment(requireOpenShop(shop.parts), seen);
  if (id === undefined) throw new Error('The payment was not recorded.');
  return { id, productId };
}

async function ofPaidOrder(shop: Shop) {
  const { orderId, buyer } = await startPaidOrder(shop);
  return { id: orderId, body: { requestId: randomUUID(), reason: 'Bought twice' }, accountId: buyer.id };
}

function ofReview(decision: 'deliver' | 'refund' | 'cancel') {
  return async (shop: Shop) => {
    const { orderId, sessionId, buyer } = await startOrder(shop);
    const { books } = shop.stripe;
    if (decision !== 'cancel') books.pay(sessionId);
    // A sum that is not the price, or a session that is not there.
    if (decision === 'deliver') books.tamper(sessionId, { amount_total: 450 });
    if (decision === 'refund') books.tamper(sessionId, { currency: 'usd' });
    if (decision === 'cancel')
      await shop.parts.db.execute(
        sql`update orders set session_id = ${`cs_test_away_${orderId}`} where id = ${orderId}`,
      );
    const state = await settleOrder(shop.parts, orderId);
    if (state !== 'review') throw new Error(`The order is ${state}.`);
    return { id: orderId, body: { decision, reason: 'Asked for it' }, accountId: buyer.id };
  };
}
