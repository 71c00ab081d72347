import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import { orderMails, orders } from '#features/orders/orders.tables.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { MailEvent } from './order-mails.rules.ts';

/**
 * Notes the mail in the transaction of the change that it reports. The key makes it one, however often the change is repeated; a
 * refund that grows is another event. A review is reported once for each reason.
 */
export async function insertOrderMail(
  tx: Transaction,
  { orderId, event, reason }: { orderId: number; event: MailEvent; reason?: string },
): Promise<void> {
  const name = event === 'review' && reason !== undefined ? `review:${reason}` : event;
  const cents = event === 'refunded' ? orders.refundedCents : sql`0`;
  await tx.execute(sql`
    insert into order_mails (order_id, event, refunded_cents)
    select ${orders.id}, ${name}, ${cents} from ${orders} where ${orders.id} = ${orderId}
    on conflict do nothing`);
}

export type WaitingOrderMail = {
  orderId: number;
  event: string;
  refundedCents: number;
  accountId: number;
  email: string;
};

/** Claims mails that are not in the outbox yet, oldest first. Skips those that another process is claiming. */
export async function updateOrderMailsQueued(
  tx: Transaction,
  { orderId, limit }: { orderId?: number | undefined; limit: number },
): Promise<WaitingOrderMail[]> {
  const waiting = tx
    .select({
      orderId: orderMails.orderId,
      event: orderMails.event,
      refundedCents: orderMails.refundedCents,
    })
    .from(orderMails)
    .where(
      and(isNull(orderMails.queuedAt), orderId === undefined ? undefined : eq(orderMails.orderId, orderId)),
    )
    .orderBy(asc(orderMails.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await tx
    .update(orderMails)
    .set({ queuedAt: sql`now()` })
    .where(inArray(sql`(${orderMails.orderId}, ${orderMails.event}, ${orderMails.refundedCents})`, waiting))
    .returning({
      orderId: orderMails.orderId,
      event: orderMails.event,
      refundedCents: orderMails.refundedCents,
      createdAt: orderMails.createdAt,
    });
  if (claimed.length === 0) return [];
  const buyers = await tx
    .select({ orderId: orders.id, accountId: accounts.id, email: accounts.email })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .where(
      inArray(
        orders.id,
        claimed.map((mail) => mail.orderId),
      ),
    );
  const byOrder = new Map(buyers.map(({ orderId: id, ...buyer }) => [id, buyer]));
  return claimed
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .flatMap(({ orderId: id, event, refundedCents }) => {
      const buyer = byOrder.get(id);
      return buyer ? [{ orderId: id, event, refundedCents, ...buyer }] : [];
    });
}

export async function selectHasWaitingMail(db: Db, orderId: number): Promise<boolean> {
  const rows = await db
    .select({ event: orderMails.event })
    .from(orderMails)
    .where(and(eq(orderMails.orderId, orderId), isNull(orderMails.queuedAt)))
    .limit(1);
  return rows.length > 0;
}
