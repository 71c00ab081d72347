import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { alertIncidents, alertMessages } from './alerts.tables.ts';

export type IncidentRow = typeof alertIncidents.$inferSelect;
export type MessageRow = typeof alertMessages.$inferSelect;
export type NewMessage = Pick<MessageRow, 'incidentId' | 'kind' | 'title' | 'paragraphs' | 'path'> & {
  requestId?: string;
};

/** Of these incidents, those that people have to be notified of, locked until the transaction ends. */
export async function selectUnannouncedLocked(tx: Transaction, ids: number[]): Promise<IncidentRow[]> {
  return (
    tx
      .select()
      .from(alertIncidents)
      .where(
        and(
          inArray(alertIncidents.id, ids),
          sql`(not is_raise_announced or (cleared_at is not null and not is_clear_announced))`,
        ),
      )
      // Lock order: id. Another order deadlocks two evaluators.
      .orderBy(asc(alertIncidents.id))
      .for('update')
  );
}

export async function updateIncidentsAnnounced(tx: Transaction, incidents: IncidentRow[]): Promise<void> {
  const ids = incidents.map(({ id }) => id);
  await tx
    .update(alertIncidents)
    .set({ isRaiseAnnounced: true, isClearAnnounced: sql`cleared_at is not null` })
    .where(inArray(alertIncidents.id, ids));
}

/** @returns the ids of those that were not written before */
export async function insertMessages(
  tx: Transaction,
  messages: NewMessage[],
  webhookState: 'off' | 'waiting',
): Promise<number[]> {
  const rows = await tx
    .insert(alertMessages)
    .values(messages.map((message) => ({ ...message, webhookState })))
    .onConflictDoNothing()
    .returning({ id: alertMessages.id });
  return rows.map(({ id }) => id);
}

export async function selectMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(alertMessages).where(eq(alertMessages.id, id));
  return row;
}

/** A message whose webhook isn't settled, with its age, and whether an earlier one of its incident isn't either. */
export type WaitingMessage = MessageRow & { isBehind: boolean; ageSeconds: number };

export async function selectWaitingMessage(db: Db, id: number): Promise<WaitingMessage | undefined> {
  const [row] = await db
    .select({
      message: alertMessages,
      isBehind: sql<boolean>`exists (
        select from alert_messages as earlier
        where earlier.incident_id = alert_messages.incident_id and earlier.id < alert_messages.id
          and earlier.webhook_state = 'waiting')`,
      ageSeconds: sql<number>`extract(epoch from now() - alert_messages.created_at)::float8`,
    })
    .from(alertMessages)
    .where(and(eq(alertMessages.id, id), eq(alertMessages.webhookState, 'waiting')));
  return row && { ...row.message, isBehind: row.isBehind, ageSeconds: row.ageSeconds };
}

export async function updateWebhookSettled(
  db: Db,
  id: number,
  outcome: { state: 'sent' | 'off' } | { state: 'failed'; failure: string },
): Promise<void> {
  await db
    .update(alertMessages)
    .set({
      webhookState: outcome.state,
      webhookAttempts: sql`webhook_attempts + 1`,
      webhookFailure: 'failure' in outcome ? outcome.failure : null,
      webhookSettledAt: sql`now()`,
    })
    .where(and(eq(alertMessages.id, id), isNull(alertMessages.webhookSettledAt)));
}

export async function updateWebhookDelayed(db: Db, id: number, failure: string): Promise<void> {
  await db
    .update(alertMessages)
    .set({ webhookAttempts: sql`webhook_attempts + 1`, webhookFailure: failure })
    .where(and(eq(alertMessages.id, id), isNull(alertMessages.webhookSettledAt)));
}

/** Deletes incidents that cleared a year ago, with their messages, tests of that age, and states of alerts that are gone. */
export async function deleteOldAlerts(db: Db): Promise<void> {
  const aYearAgo = sql`now() - interval '1 year'`;
  await db.delete(alertIncidents).where(lt(alertIncidents.clearedAt, aYearAgo));
  await db
    .delete(alertMessages)
    .where(and(isNull(alertMessages.incidentId), lt(alertMessages.createdAt, aYearAgo)));
  await db.execute(
    sql`delete from alert_states where not is_active and checked_at < now() - interval '7 days'`,
  );
}
