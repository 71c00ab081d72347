import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { queueMails } from '#features/mail/mail.ts';
import type { OrderParts } from '#features/orders/order-parts.ts';
import type { OrderRow } from '#features/orders/orders.tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { insertOrderMail, selectHasWaitingMail, updateOrderMailsQueued } from './order-mails.queries.ts';
import { mailOfMove } from './order-mails.rules.ts';
import { orderMailOf } from './order-mail-kinds.ts';

const BATCH_SIZE = 100;

/** Notes the mail that a move causes, in the transaction that makes it. */
export async function noteMailOfMove(
  tx: Transaction,
  order: Pick<OrderRow, 'id' | 'state' | 'fulfilledAt'>,
  move: { to: OrderState; reason: string },
): Promise<void> {
  const event = mailOfMove(order, move);
  if (event) await insertOrderMail(tx, { orderId: order.id, event, reason: move.reason });
}

/** Notes the mail about a refund that changes no state: a further part was refunded. */
export function noteRefundMail(tx: Transaction, orderId: number): Promise<void> {
  return insertOrderMail(tx, { orderId, event: 'refunded' });
}

/**
 * Puts noted mails into the outbox: of one order right after its change, or whatever a crash left behind.
 * A mail and its mark are one transaction, so none is queued twice.
 */
export async function queueOrderMails(
  { db, jobs }: Pick<OrderParts, 'db' | 'jobs'>,
  { orderId }: { orderId?: number } = {},
): Promise<void> {
  if (orderId !== undefined && !(await selectHasWaitingMail(db, orderId))) return;
  for (let queued = BATCH_SIZE; queued === BATCH_SIZE;)
    queued = await db.transaction(async (tx) => {
      const waiting = await updateOrderMailsQueued(tx, { orderId, limit: BATCH_SIZE });
      await queueMails(tx, jobs, waiting.map(orderMailOf));
      return waiting.length;
    });
}
