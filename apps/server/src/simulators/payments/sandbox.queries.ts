import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import {
  type SandboxEventRow,
  sandboxEvents,
  sandboxIdempotencyKeys,
  type SandboxRefundRow,
  sandboxRefunds,
  type SandboxSessionRow,
  sandboxSessions,
  type SandboxSettings,
  sandboxSettings,
} from './sandbox.tables.ts';

/** Keeps the settings of the first caller. */
export async function insertSettings(db: Db, settings: Omit<SandboxSettings, 'webhookUrl'>): Promise<void> {
  await db.insert(sandboxSettings).values(settings).onConflictDoNothing();
}

export async function selectSettings(db: Db): Promise<SandboxSettings | undefined> {
  const [row] = await db.select().from(sandboxSettings);
  return row;
}

export async function updateWebhookUrl(db: Db, webhookUrl: string): Promise<void> {
  await db.update(sandboxSettings).set({ webhookUrl });
}

export async function insertSession(
  db: Db,
  session: typeof sandboxSessions.$inferInsert,
): Promise<SandboxSessionRow> {
  const [row] = await db.insert(sandboxSessions).values(session).returning();
  if (!row) throw new Error('The database returned no row for an inserted session.');
  return row;
}

export async function selectSessionOfPayment(
  db: Db,
  paymentIntentId: string,
): Promise<SandboxSessionRow | undefined> {
  const [row] = await db
    .select()
    .from(sandboxSessions)
    .where(eq(sandboxSessions.paymentIntentId, paymentIntentId));
  return row;
}

/** Locks the session, so that concurrent actions are serialised. */
export async function selectSessionForUpdate(
  db: Db,
  id: string,
): Promise<{ session: SandboxSessionRow; isOverdue: boolean } | undefined> {
  const [row] = await db
    .select({
      session: sandboxSessions,
      isOverdue: sql<boolean>`${sandboxSessions.status} = 'open' and ${sandboxSessions.expiresAt} <= now()`,
    })
    .from(sandboxSessions)
    .where(eq(sandboxSessions.id, id))
    .for('update');
  return row;
}

export async function updateSession(
  db: Db,
  id: string,
  changes: Partial<SandboxSessionRow>,
): Promise<SandboxSessionRow> {
  const [row] = await db.update(sandboxSessions).set(changes).where(eq(sandboxSessions.id, id)).returning();
  if (!row) throw new Error(`Session ${id} is gone, and sessions are never deleted.`);
  return row;
}

export async function selectOverdueSessionIds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: sandboxSessions.id })
    .from(sandboxSessions)
    .where(and(eq(sandboxSessions.status, 'open'), sql`${sandboxSessions.expiresAt} <= now()`))
    .orderBy(asc(sandboxSessions.expiresAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Newest first. */
export async function selectRecentSessions(db: Db, limit: number): Promise<SandboxSessionRow[]> {
  return db.select().from(sandboxSessions).orderBy(desc(sandboxSessions.createdAt)).limit(limit);
}

export async function insertRefund(
  db: Db,
  refund: Omit<SandboxRefundRow, 'createdAt'>,
): Promise<SandboxRefundRow> {
  const [row] = await db.insert(sandboxRefunds).values(refund).returning();
  if (!row) throw new Error('The database returned no row for an inserted refund.');
  return row;
}

export async function insertEvent(
  db: Db,
  event: Pick<SandboxEventRow, 'id' | 'sessionId' | 'kind' | 'body' | 'createdAt'>,
): Promise<void> {
  await db.insert(sandboxEvents).values(event);
}

/** Oldest first. */
export async function selectEventsOf(
  db: Db,
  sessionIds: string[],
): Promise<Omit<SandboxEventRow, 'body' | 'lastFailure'>[]> {
  if (sessionIds.length === 0) return [];
  const { id, sessionId, kind, createdAt, attempts, deliveredAt } = sandboxEvents;
  return db
    .select({ id, sessionId, kind, createdAt, attempts, deliveredAt })
    .from(sandboxEvents)
    .where(inArray(sandboxEvents.sessionId, sessionIds))
    .orderBy(asc(createdAt));
}

/** Newest first. */
export async function selectEventBodies(
  db: Db,
  { kinds, isDelivered, limit }: { kinds?: string[] | undefined; isDelivered?: boolean; limit: number },
): Promise<string[]> {
  const { deliveredAt } = sandboxEvents;
  const rows = await db
    .select({ body: sandboxEvents.body })
    .from(sandboxEvents)
    .where(
      and(
        kinds && inArray(sandboxEvents.kind, kinds),
        isDelivered === true ? isNotNull(deliveredAt) : undefined,
        isDelivered === false ? isNull(deliveredAt) : undefined,
      ),
    )
    .orderBy(desc(sandboxEvents.createdAt))
    .limit(limit);
  return rows.map(({ body }) => body);
}

export async function selectUndeliveredBody(db: Db, eventId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ body: sandboxEvents.body })
    .from(sandboxEvents)
    .where(and(eq(sandboxEvents.id, eventId), isNull(sandboxEvents.deliveredAt)));
  return row?.body;
}

/** @param failure undefined when the portal accepted the event */
export async function updateEventTried(db: Db, eventId: string, failure: string | undefined): Promise<void> {
  await db
    .update(sandboxEvents)
    .set({
      attempts: sql`${sandboxEvents.attempts} + 1`,
      lastFailure: failure ?? null,
      ...(failure === undefined && { deliveredAt: sql`now()` }),
    })
    .where(eq(sandboxEvents.id, eventId));
}

/** Locks the key until the transaction ends. @returns false while another request with this key is running */
export async function lockIdempotencyKey(db: Db, key: string): Promise<boolean> {
  const { rows } = await db.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`sandbox ${key}`}, 0)) as locked`,
  );
  return rows[0]?.locked === true;
}

export async function selectKeptAnswer(
  db: Db,
  key: string,
): Promise<{ fingerprint: string; answer: unknown } | undefined> {
  const [row] = await db.select().from(sandboxIdempotencyKeys).where(eq(sandboxIdempotencyKeys.key, key));
  return row;
}

export async function insertKeptAnswer(
  db: Db,
  kept: { key: string; fingerprint: string; answer: unknown },
): Promise<void> {
  await db.insert(sandboxIdempotencyKeys).values(kept);
}

/** Source: https://docs.stripe.com/api/idempotent_requests */
export async function deleteOldKeys(db: Db): Promise<void> {
  await db
    .delete(sandboxIdempotencyKeys)
    .where(lt(sandboxIdempotencyKeys.createdAt, sql`now() - interval '24 hours'`));
}
