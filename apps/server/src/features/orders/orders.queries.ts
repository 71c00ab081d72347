import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { and, asc, count, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { UNSETTLED } from './orders.rules.ts';
import { orderEvents, orderLines, type OrderLineRow, orders, type OrderRow } from './orders.tables.ts';

/** States of a product that was bought and not returned. */
const BOUGHT: OrderState[] = ['paid', 'partially_refunded', 'disputed', 'review'];

/** States that count towards a product's limit per account. */
const COUNTED: OrderState[] = [...UNSETTLED, ...BOUGHT];

const orderById = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('order_by_id'),
);

export async function selectOrder(db: Db, id: number): Promise<OrderRow | undefined> {
  const [row] = await orderById(db).execute({ id });
  return row;
}

/** Locks the order until the transaction ends, so that changes to it are serialised. */
export async function selectOrderForUpdate(db: Db, id: number): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).for('update');
  return row;
}

const orderIdBySession = orderIdBy('sessionId', 'order_id_by_session');
const orderIdByPaymentIntent = orderIdBy('paymentIntentId', 'order_id_by_payment_intent');
const orderIdByReference = orderIdBy('reference', 'order_id_by_reference');

function orderIdBy(column: 'sessionId' | 'paymentIntentId' | 'reference', statement: string) {
  return prepared((db) =>
    db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders[column], sql.placeholder(column)))
      .limit(1)
      .prepare(statement),
  );
}

export async function selectOrderIdBy(
  db: Db,
  by: { sessionId: string } | { paymentIntentId: string } | { reference: string },
): Promise<number | undefined> {
  const [row] = await statementOf(by)(db).execute(by);
  return row?.id;
}

function statementOf(by: Parameters<typeof selectOrderIdBy>[1]) {
  if ('sessionId' in by) return orderIdBySession;
  return 'reference' in by ? orderIdByReference : orderIdByPaymentIntent;
}

export async function selectOrderLines(db: Db, orderIds: number[]): Promise<OrderLineRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, orderIds))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));
}

export type Offer = Pick<OrderRow, 'accountId' | 'productId' | 'priceCents' | 'provider'>;
export type Target = Pick<OrderRow, 'serverId' | 'characterId'>;

export async function countOrdersTowardsLimit(
  db: Db,
  { accountId, productId }: Pick<OrderRow, 'accountId' | 'productId'>,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(orders)
    .where(
      and(eq(orders.productId, productId), eq(orders.accountId, accountId), inArray(orders.state, COUNTED)),
    );
  return row?.count ?? 0;
}

export async function selectPurchases(
  db: Db,
  accountId: number,
): Promise<{ productId: number; count: number }[]> {
  return db
    .select({ productId: orders.productId, count: count() })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), inArray(orders.state, BOUGHT)))
    .groupBy(orders.productId)
    .orderBy(asc(orders.productId));
}

/** `waygate-<installation>-<order>`, each a UUID of 32 hexadecimal digits. */
const newReference = sql`(
  select 'waygate-' || replace(id::text, '-', '') || '-' || replace(gen_random_uuid()::text, '-', '')
  from installation)`;

export async function insertOrder(
  db: Db,
  {
    order,
    lines,
    openMinutes,
  }: {
    order: Offer &
      Pick<OrderRow, 'productName' | 'isLive' | 'stock'> &
      Partial<Target & Pick<OrderRow, 'characterName' | 'checkout' | 'termsVersion'>>;
    lines: Omit<OrderLineRow, 'orderId'>[];
    openMinutes: number;
  },
): Promise<OrderRow> {
  // Whole seconds, as the provider requires, so that a repeated request is identical.
  const expiresAt = sql`date_trunc('second', now()) + make_interval(mins => ${openMinutes})`;
  const [row] = await db
    .insert(orders)
    .values({ ...order, expiresAt, reference: newReference })
    .returning();
  if (!row) throw new Error('The order was not written.');
  await db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: row.id })));
  await insertOrderEvent(db, { orderId: row.id, fromState: null, toState: row.state, reason: 'checkout' });
  return row;
}

export async function insertOrderEvent(
  db: Db,
  event: Omit<typeof orderEvents.$inferInsert, 'id' | 'createdAt'>,
): Promise<void> {
  await db.insert(orderEvents).values(event);
}

/** The state in which the order's newest review found it. */
export async function selectStateBeforeReview(db: Db, orderId: number): Promise<OrderState | undefined> {
  const [row] = await db
    .select({ state: orderEvents.fromState })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.toState, 'review'),
        ne(orderEvents.fromState, 'review'),
      ),
    )
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return row?.state ?? undefined;
}

type Changes = Partial<Omit<typeof orders.$inferInsert, 'id' | 'state' | 'revision'>>;

/** Values may be SQL, such as the database's clock. */
export type OrderChanges = { [K in keyof Changes]: Changes[K] | SQL };

/** Moves the order if it still is in `from`. The new revision makes concurrent callers read the payment again. */
export async function updateOrderState(
  db: Db,
  {
    id,
    from,
    to,
    reason,
    changes = {},
  }: { id: number; from: OrderState; to: OrderState; reason: string; changes?: OrderChanges },
): Promise<boolean> {
  const moved = await db
    .update(orders)
    .set({ ...changes, state: to, revision: sql`${orders.revision} + 1` })
    .where(and(eq(orders.id, id), eq(orders.state, from)))
    .returning({ id: orders.id });
  if (moved.length === 0) return false;
  await insertOrderEvent(db, { orderId: id, fromState: from, toState: to, reason });
  return true;
}

/** Updates fields of the order without moving it. Increases its revision. */
export async function updateOrderFields(db: Db, id: number, changes: OrderChanges): Promise<void> {
  await db
    .update(orders)
    .set({ ...changes, revision: sql`${orders.revision} + 1` })
    .where(eq(orders.id, id));
}

/** Reopens the review after the provider refused the refund that staff had decided on. */
export async function updateOrderDecisionWithdrawn(db: Db, id: number): Promise<void> {
  await db
    .update(orders)
    .set({ decision: null })
    .where(and(eq(orders.id, id), eq(orders.state, 'review'), eq(orders.decision, 'refund')));
}

/** Increments the attempt, once for all callers with the same failure. `checkout`: the options of the next one. */
export async function updateOrderAttempt(
  db: Db,
  { id, attempt }: Pick<OrderRow, 'id' | 'attempt'>,
  changes: Partial<Pick<OrderRow, 'checkout'>> = {},
) {
  await db
    .update(orders)
    .set({ ...changes, attempt: attempt + 1 })
    .where(and(eq(orders.id, id), eq(orders.attempt, attempt), eq(orders.state, 'creating')));
}

/** Stores the session of a signed event, if the order has none. */
export async function updateOrderSessionAdopted(db: Db, id: number, sessionId: string): Promise<void> {
  await db
    .update(orders)
    .set({ sessionId })
    .where(and(eq(orders.id, id), isNull(orders.sessionId)));
}

/** Which orders to ask a provider about again: those it was not asked about for `olderThanSeconds`. */
type DueChecks = { provider: string; olderThanSeconds: number; limit: number };

/** Claims unsettled orders, of one account or of all, and sets their check time to now. */
export function updateOrdersChecked(
  db: Db,
  { accountId, ...due }: DueChecks & { accountId?: number },
): Promise<number[]> {
  const unsettled = sql`${orders.state} in ('creating', 'pending', 'processing')`;
  const ofAccount = accountId === undefined ? undefined : eq(orders.accountId, accountId);
  return claimDueChecks(db, due, and(unsettled, ofAccount));
}

/** The same for undecided reviews of orders whose session the provider didn't know. */
export function updateMissedOrdersChecked(db: Db, due: DueChecks): Promise<number[]> {
  const missed = sql`${orders.state} = 'review' and ${orders.reviewReason} = 'session_missing'`;
  return claimDueChecks(db, due, and(missed, isNull(orders.decision)));
}

/** Skips rows that another process is claiming. */
async function claimDueChecks(
  db: Db,
  { provider, olderThanSeconds, limit }: DueChecks,
  filter: SQL | undefined,
): Promise<number[]> {
  const due = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        filter,
        eq(orders.provider, sql.param(provider, orders.provider)),
        sql`${orders.checkedAt} <= now() - make_interval(secs => ${olderThanSeconds})`,
      ),
    )
    .orderBy(asc(orders.checkedAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(orders)
    .set({ checkedAt: sql`now()` })
    .where(inArray(orders.id, due))
    .returning({ id: orders.id });
  return rows.map(({ id }) => id);
}

/** The package kinds that the account has from other orders. */
export async function selectKindsOfOtherOrders(
  db: Db,
  { accountId, orderId }: { accountId: number; orderId: number },
): Promise<Set<string>> {
  const rows = await db
    .select({ kind: orderLines.kind })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        eq(orders.accountId, accountId),
        ne(orders.id, orderId),
        sql`${orders.fulfilledAt} is not null`,
        isNull(orders.reversedAt),
        or(eq(orderLines.kind, 'founder_package'), eq(orderLines.kind, 'veteran_package')),
      ),
    )
    .groupBy(orderLines.kind);
  return new Set(rows.map(({ kind }) => kind));
}

/** Which of these accounts have the package from an order that was not reversed. */
export async function selectPackageBuyers(
  db: Db,
  kind: OrderLineRow['kind'],
  accountIds: number[],
): Promise<number[]> {
  const rows = await db
    .select({ accountId: orders.accountId })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        inArray(orders.accountId, accountIds),
        sql`${orders.fulfilledAt} is not null`,
        isNull(orders.reversedAt),
        eq(orderLines.kind, kind),
      ),
    )
    .groupBy(orders.accountId);
  return rows.map(({ accountId }) => accountId);
}

export async function countOrdersInReview(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(orders).where(eq(orders.state, 'review'));
  return row?.count ?? 0;
}
