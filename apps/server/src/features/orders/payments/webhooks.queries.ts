import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import type { PaymentEvent } from '#platform/payments/payment-provider.ts';
import { orders, type WebhookEventRow, webhookEvents } from '#features/orders/orders.tables.ts';

type NewEvent = { provider: string; event: PaymentEvent; outcome: string | undefined };

/** @returns the events that were not stored before */
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
  const { reference, sessionId, paymentIntentId, ...rest } = event;
  return {
    provider,
    ...rest,
    // Null for an order of another portal, or one that is missing after a restored backup.
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
> & { reference: string | null };

/** As the event names it, whether or not there is such an order. */
const namedReference = sql<string | null>`coalesce(
  ${webhookEvents.payload} #>> '{data,object,client_reference_id}',
  ${webhookEvents.payload} #>> '{data,object,metadata,order}')`;

const waitingEvent = prepared((db) => {
  const { id, provider, kind, orderId, sessionId, paymentIntentId, processedAt } = webhookEvents;
  return db
    .select({ id, provider, kind, orderId, sessionId, paymentIntentId, reference: namedReference })
    .from(webhookEvents)
    .where(and(eq(id, sql.placeholder('id')), isNull(processedAt)))
    .prepare('waiting_event');
});

/** @returns undefined when the event was processed */
export async function selectWaitingEvent(db: Db, id: number): Promise<WaitingEvent | undefined> {
  const [row] = await waitingEvent(db).execute({ id });
  return row;
}

const eventProcessed = prepared((db) =>
  db
    .update(webhookEvents)
    .set({ processedAt: sql`now()`, outcome: sql`${sql.placeholder('outcome')}` })
    .where(eq(webhookEvents.id, sql.placeholder('id')))
    .prepare('event_processed'),
);

export async function updateEventProcessed(db: Db, id: number, outcome: string): Promise<void> {
  await eventProcessed(db).execute({ id, outcome });
}

/** Claims unprocessed events that were queued more than `olderThanSeconds` ago, and sets their check time to now. */
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

/** Deletes processed events after 90 days: providers repeat them only for days, and they contain the buyer's data. */
export async function deleteOldWebhookEvents(db: Db): Promise<void> {
  await db.execute(sql`delete from webhook_events where processed_at < now() - interval '90 days'`);
}
