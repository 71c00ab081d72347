import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared, type Transaction } from '#platform/db/database.ts';
import { unmatchedPayments, type UnmatchedPaymentRow } from '#features/orders/orders.tables.ts';

type NewPayment = Omit<typeof unmatchedPayments.$inferInsert, 'id' | 'state' | 'revision'>;
type Changes = Partial<Omit<typeof unmatchedPayments.$inferInsert, 'id' | 'revision'>>;

/** Values may be SQL, such as the database's clock. */
type UnmatchedChanges = { [K in keyof Changes]: Changes[K] | SQL };

/** `isStale`: the provider may have forgotten the refund's idempotency key. */
export type UnmatchedRow = UnmatchedPaymentRow & { isStale: boolean };

const columns = {
  ...getTableColumns(unmatchedPayments),
  isStale: sql<boolean>`coalesce(${unmatchedPayments.refundRequestedAt} < now() - interval '20 hours', false)`,
};

export async function selectUnmatched(
  db: Db,
  by: { id: number } | { sessionId: string } | { paymentIntentId: string },
): Promise<UnmatchedRow | undefined> {
  const [row] = await db.select(columns).from(unmatchedPayments).where(named(by));
  return row;
}

/** Whether the order was made of a payment whose first order a restored backup lacks. */
export async function selectIsAttached(db: Db, orderId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: unmatchedPayments.id })
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.orderId, orderId));
  return row !== undefined;
}

/** Locks the payment until the transaction ends. */
export async function selectUnmatchedForUpdate(
  tx: Transaction,
  id: number,
): Promise<UnmatchedRow | undefined> {
  const [row] = await tx
    .select(columns)
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.id, id))
    .for('update');
  return row;
}

function named(by: Parameters<typeof selectUnmatched>[1]): SQL {
  if ('id' in by) return eq(unmatchedPayments.id, by.id);
  if ('sessionId' in by) return eq(unmatchedPayments.sessionId, by.sessionId);
  return eq(unmatchedPayments.paymentIntentId, by.paymentIntentId);
}

/** @returns undefined when another caller was faster */
export async function insertUnmatched(db: Db, payment: NewPayment): Promise<number | undefined> {
  const [row] = await db
    .insert(unmatchedPayments)
    .values(payment)
    .onConflictDoNothing()
    .returning({ id: unmatchedPayments.id });
  return row?.id;
}

/** Increases the revision. @returns false when the payment has changed since it was read */
export async function updateUnmatched(
  db: Db,
  { id, revision }: Pick<UnmatchedPaymentRow, 'id' | 'revision'>,
  changes: UnmatchedChanges,
): Promise<boolean> {
  const updated = await db
    .update(unmatchedPayments)
    .set({ ...changes, revision: sql`${unmatchedPayments.revision} + 1` })
    .where(and(eq(unmatchedPayments.id, id), eq(unmatchedPayments.revision, revision)))
    .returning({ id: unmatchedPayments.id });
  return updated.length > 0;
}

/** Claims payments that wait and were not checked for `olderThanSeconds`, and sets their check time to now. */
export async function updateUnmatchedChecked(
  db: Db,
  {
    state,
    olderThanSeconds,
    limit,
  }: { state: 'open' | 'refunding'; olderThanSeconds: number; limit: number },
): Promise<number[]> {
  const due = db
    .select({ id: unmatchedPayments.id })
    .from(unmatchedPayments)
    .where(
      and(
        sql`${unmatchedPayments.state} in ('open', 'refunding')`,
        eq(unmatchedPayments.state, state),
        sql`${unmatchedPayments.checkedAt} <= now() - make_interval(secs => ${olderThanSeconds})`,
      ),
    )
    .orderBy(asc(unmatchedPayments.checkedAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(unmatchedPayments)
    .set({ checkedAt: sql`now()` })
    .where(inArray(unmatchedPayments.id, due))
    .returning({ id: unmatchedPayments.id });
  return rows.map(({ id }) => id);
}

/** What the references of all orders of this installation begin with. */
export const referencePrefix = sql<string>`
  (select 'waygate-' || replace(id::text, '-', '') || '-' from installation)`;

const ownPrefix = prepared((db) =>
  db
    .select({ prefix: referencePrefix })
    .from(sql`installation`)
    .prepare('reference_prefix'),
);

export async function selectReferencePrefix(db: Db): Promise<string> {
  const [row] = await ownPrefix(db).execute();
  if (!row) throw new Error('The database has no id of its installation.');
  return row.prefix;
}

/** Those that wait for staff, or for the provider. */
export const openUnmatchedCount = sql`
  (select count(*)::int from unmatched_payments where state in ('open', 'refunding'))`;

export async function countOpenUnmatched(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select ${openUnmatchedCount} as count`);
  return rows[0]?.count ?? 0;
}
