import { centsOf } from '@waygate/contract/money';
import type { OrderState } from '@waygate/contract/orders/orders.schemas';
import { and, asc, eq, getTableColumns, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { gameServers } from '#features/game-servers/game-servers.ts';
import {
  accounts,
  countRecords,
  type RecordListing,
  selectRecordsAfter,
  selectRecordsPage,
} from '#features/identity/identity.ts';
import { auditEntries } from '#features/staff/staff.ts';
import type { Db } from '#platform/db/database.ts';
import type { PageRequest } from '#platform/db/paging/read-page.ts';
import {
  orderEvents,
  orderRefunds,
  orders,
  type OrderRow,
  webhookEvents,
} from '#features/orders/orders.tables.ts';

const columns = {
  id: orders.id,
  accountId: orders.accountId,
  userName: accounts.userName,
  productId: orders.productId,
  productName: orders.productName,
  state: orders.state,
  reviewReason: orders.reviewReason,
  priceCents: orders.priceCents,
  refundedCents: orders.refundedCents,
  provider: orders.provider,
  isLive: orders.isLive,
  createdAt: orders.createdAt,
  paidAt: orders.paidAt,
  serverId: orders.serverId,
  serverName: gameServers.name,
  characterName: orders.characterName,
};

export type OrderListing = RecordListing & {
  sort: 'orderId' | '-orderId';
  state?: OrderState | undefined;
  product?: number | undefined;
  server?: number | undefined;
  /** Euro. */
  atLeast?: number | undefined;
  atMost?: number | undefined;
};

export type AdminOrderRow = Awaited<ReturnType<typeof selectAdminOrders>>['rows'][number];

/** One page, and how many there are. Not prepared: its plan depends on what is searched for. */
export function selectAdminOrders(db: Db, listing: OrderListing & PageRequest) {
  return selectRecordsPage(db, recordsOf(db, listing), listing);
}

/** The next orders after one of them, or the first. */
export function selectAdminOrdersAfter(
  db: Db,
  listing: OrderListing,
  place: { after: number | undefined; limit: number },
) {
  return selectRecordsAfter(db, recordsOf(db, listing), listing, place);
}

export function countAdminOrders(db: Db, listing: OrderListing, most: number): Promise<number> {
  return countRecords(db, recordsOf(db, listing), listing, most);
}

function recordsOf(db: Db, listing: OrderListing) {
  return {
    id: orders.id,
    accountId: orders.accountId,
    createdAt: orders.createdAt,
    filter: filterOf(listing),
    meanings: (text: string) => [eq(orders.sessionId, text), eq(orders.paymentIntentId, text)],
    select: (page: SQL, order: SQL) =>
      db
        .select(columns)
        .from(page)
        .innerJoin(orders, sql`${orders.id} = record_id`)
        .innerJoin(accounts, eq(accounts.id, orders.accountId))
        .leftJoin(gameServers, eq(gameServers.id, orders.serverId))
        .orderBy(order),
  };
}

/** Each has its own index, of which the planner takes the one that finds least. */
function filterOf({ state, product, server, atLeast, atMost }: OrderListing): SQL | undefined {
  return and(
    state && eq(orders.state, state),
    product === undefined ? undefined : eq(orders.productId, product),
    server === undefined ? undefined : eq(orders.serverId, server),
    atLeast === undefined ? undefined : gte(orders.priceCents, centsOf(atLeast)),
    atMost === undefined ? undefined : lte(orders.priceCents, centsOf(atMost)),
  );
}

export async function selectAdminOrder(
  db: Db,
  id: number,
): Promise<{ order: OrderRow; userName: string; serverName: string | null } | undefined> {
  const [row] = await db
    .select({ order: orders, userName: accounts.userName, serverName: gameServers.name })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.accountId))
    .leftJoin(gameServers, eq(gameServers.id, orders.serverId))
    .where(eq(orders.id, id));
  return row;
}

/** The order's history, oldest first. */
export function selectOrderEvents(db: Db, orderId: number) {
  return db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.id));
}

/** The paid amount in the currency's smallest unit, where the event contains it. */
const eventAmount = {
  amountCents: sql<number | null>`(${webhookEvents.payload} #>> '{data,object,amount_total}')::float8`,
  currency: sql<string | null>`${webhookEvents.payload} #>> '{data,object,currency}'`,
};

/** The provider's events about the order, oldest first. Most of them name only the payment. */
export function selectOrderWebhooks(
  db: Db,
  {
    id,
    provider,
    sessionId,
    paymentIntentId,
  }: Pick<OrderRow, 'id' | 'provider' | 'sessionId' | 'paymentIntentId'>,
) {
  const { eventId, kind, receivedAt, processedAt, outcome } = webhookEvents;
  return db
    .select({ eventId, kind, receivedAt, processedAt, outcome, ...eventAmount })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.provider, provider),
        or(
          eq(webhookEvents.orderId, id),
          sessionId === null ? undefined : eq(webhookEvents.sessionId, sessionId),
          paymentIntentId === null ? undefined : eq(webhookEvents.paymentIntentId, paymentIntentId),
        ),
      ),
    )
    .orderBy(asc(webhookEvents.id));
}

/** What staff decided about the order's money, and why, oldest first. Reads the audit log by its targets and accounts. */
export function selectOrderDecisions(db: Db, { id, accountId }: Pick<OrderRow, 'id' | 'accountId'>) {
  const { at, kind, after, reason, staffId } = auditEntries;
  return db
    .select({ at, kind, after, reason, staffId, staffName: accounts.userName })
    .from(auditEntries)
    .innerJoin(accounts, eq(accounts.id, auditEntries.staffId))
    .where(
      or(
        and(eq(auditEntries.target, String(id)), inArray(kind, ['order.refund', 'order.review'])),
        and(
          eq(auditEntries.accountId, accountId),
          eq(kind, 'unmatched.attach'),
          sql`${after} ->> 'orderId' = ${String(id)}`,
        ),
      ),
    )
    .orderBy(asc(auditEntries.id));
}

/** Refunds by staff, oldest first. */
export function selectRefundsWithStaff(db: Db, orderId: number) {
  return db
    .select({ ...getTableColumns(orderRefunds), staffName: accounts.userName })
    .from(orderRefunds)
    .innerJoin(accounts, eq(accounts.id, orderRefunds.staffId))
    .where(eq(orderRefunds.orderId, orderId))
    .orderBy(asc(orderRefunds.id));
}
