import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { PaymentEvent } from '#platform/payments/payment-provider.ts';
import { orders, type WebhookEventRow, webhookEvents } from '#features/orders/orders.tables.ts';

type NewEvent = { provider: string; event: PaymentEvent; outcome: string | undefined };

/** @returns those that were not stored before */
export async function insertWebhookEvents(
  db: Db,
  events: NewEvent[],
): Promise<Pick<WebhookEventRow, 'id' | 'outcome'>[]> {
  if (events.length === 0) return [];
  return db
    .insert(webhookEvents)
    .values(events.map(rowOf))
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id, outcome: webhookEvents.outcome });
}

function rowOf({ provider, event, outcome }: NewEvent) {
  const { reference, sessionId, paymentIntentId, ...told } = event;
  return {
    provider,
    ...told,
    // One that names an order of another portal, or of a database that was restored since, is about none of ours.
    orderId: reference === undefined ? null : orderNamed(reference),
    sessionId: sessionId ?? null,
    paymentIntentId: paymentIntentId ?? null,
    ...(outcome !== undefined && { outcome, processedAt: sql`now()` }),
  };
}

function orderNamed(reference: string): SQL<number> {
  return sql<number>`(select ${orders.id} from ${orders} where ${orders.reference} = ${reference})`;
}

export type WaitingEvent = Pick<
  WebhookEventRow,
  'id' | 'provider' | 'kind' | 'orderId' | 'sessionId' | 'paymentIntentId'
>;

/** Undefined when it was dealt with. */
export async function selectWaitingEvent(db: Db, id: number): Promise<WaitingEvent | undefined> {
  const { provider, kind, orderId, sessionId, paymentIntentId } = webhookEvents;
  const [row] = await db
    .select({ id: webhookEvents.id, provider, kind, orderId, sessionId, paymentIntentId })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt)));
  return row;
}

export async function updateEventProcessed(db: Db, id: number, outcome: string): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ processedAt: sql`now()`, outcome })
    .where(eq(webhookEvents.id, id));
}

/** Picks events that were handed to a worker so long ago and never finished, and notes that they are again. */
export async function updateEventsChecked(
  db: Db,
  { olderThanSeconds, limit }: { olderThanSeconds: number; limit: number },
): Promise<number[]> {
  const due = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        isNull(webhookEvents.processedAt),
        sql`${webhookEvents.checkedAt} <= now() - make_interval(secs => ${olderThanSeconds})`,
      ),
    )
    .orderBy(asc(webhookEvents.checkedAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(webhookEvents)
    .set({ checkedAt: sql`now()` })
    .where(inArray(webhookEvents.id, due))
    .returning({ id: webhookEvents.id });
  return rows.map(({ id }) => id);
}

/** Providers repeat an event for days; after 90 nobody asks for it any more, and it names the buyer. */
export async function deleteOldWebhookEvents(db: Db): Promise<void> {
  await db.execute(sql`delete from webhook_events where processed_at < now() - interval '90 days'`);
}
