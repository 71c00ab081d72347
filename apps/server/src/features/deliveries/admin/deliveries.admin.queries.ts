import type { AdminDelivery, DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
import { pageWindow } from '@waygate/contract/lists';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { gameServers } from '#features/game-servers/game-servers.ts';
import {
  accounts,
  countRecords,
  type RecordListing,
  selectRecordsAfter,
  selectRecordsPage,
} from '#features/identity/identity.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { exactly, type PageRequest } from '#platform/db/paging/read-page.ts';
import { isOnHold } from '#features/deliveries/deliveries.queries.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { itemName } from '#features/deliveries/item-names.queries.ts';

const columns = {
  id: deliveries.id,
  accountId: deliveries.accountId,
  userName: accounts.userName,
  serverId: deliveries.serverId,
  serverName: gameServers.name,
  characterId: deliveries.characterId,
  characterName: deliveries.characterName,
  effect: deliveries.effect,
  kind: deliveries.kind,
  itemId: deliveries.itemId,
  itemName,
  quantity: deliveries.quantity,
  state: deliveries.state,
  isOnHold,
  attempts: deliveries.attempts,
  failure: deliveries.failure,
  isMarkedDelivered: deliveries.isMarkedDelivered,
  lastDetail: deliveries.lastDetail,
  problem: deliveries.problem,
  collectBy: deliveries.collectBy,
  collectedAt: deliveries.collectedAt,
  orderId: deliveries.orderId,
  createdAt: deliveries.createdAt,
  settledAt: deliveries.settledAt,
};

export type DeliveryListing = RecordListing & {
  sort: 'deliveryId' | '-deliveryId';
  state: AdminDelivery['state'] | 'all';
  failure?: DeliveryFailure | undefined;
  kind?: DeliveryKind | undefined;
  server?: number | undefined;
  product?: number | undefined;
};

export type AdminDeliveryRow = Awaited<ReturnType<typeof selectAdminDeliveries>>['rows'][number];

/** One page, and how many there are. Not prepared: its plan depends on what is searched for. */
export async function selectAdminDeliveries(db: Db, listing: DeliveryListing & PageRequest) {
  const { ofProduct, ...records } = await recordsOf(db, listing);
  if (!ofProduct || isNarrowedFurther(listing)) return selectRecordsPage(db, records, listing);
  const { offset, limit } = pageWindow(listing);
  const shown = inOrder(ofProduct, listing).slice(offset, offset + limit);
  const page = sql`unnest(${sql.param(shown)}::bigint[]) as page (record_id)`;
  const order = sql`record_id ${isDescending(listing) ? sql`desc` : sql`asc`}`;
  return { rows: await records.select(page, order), totals: exactly(ofProduct.length) };
}

/** Whether more than the product decides what is listed. */
function isNarrowedFurther({ search, account, from, to, ...listing }: DeliveryListing): boolean {
  return search.trim() !== '' || account !== undefined || !!from || !!to || filterOf(listing) !== undefined;
}

function inOrder(ids: number[], listing: Pick<DeliveryListing, 'sort'>): number[] {
  return ids.toSorted((one, other) => (isDescending(listing) ? other - one : one - other));
}

function isDescending({ sort }: Pick<DeliveryListing, 'sort'>): boolean {
  return sort === '-deliveryId';
}

/** The next deliveries after one of them, or the first. */
export async function selectAdminDeliveriesAfter(
  db: Db,
  listing: DeliveryListing,
  place: { after: number | undefined; limit: number },
) {
  return selectRecordsAfter(db, await recordsOf(db, listing), listing, place);
}

export async function countAdminDeliveries(db: Db, listing: DeliveryListing, most: number): Promise<number> {
  return countRecords(db, await recordsOf(db, listing), listing, most);
}

async function recordsOf(db: Db, { product, ...listing }: DeliveryListing) {
  const ofProduct = product === undefined ? undefined : await selectIdsOfProduct(db, product);
  return {
    /** The ids of all deliveries of the product, if it has few enough. */
    ofProduct,
    id: deliveries.id,
    accountId: deliveries.accountId,
    createdAt: deliveries.createdAt,
    filter: and(filterOf(listing), isOfProduct(product, ofProduct)),
    meanings: (_: string, id: number | undefined) => (id === undefined ? [] : [eq(deliveries.orderId, id)]),
    select: (page: SQL, order: SQL) =>
      db
        .select(columns)
        .from(page)
        .innerJoin(deliveries, sql`${deliveries.id} = record_id`)
        .innerJoin(accounts, eq(accounts.id, deliveries.accountId))
        .innerJoin(gameServers, eq(gameServers.id, deliveries.serverId))
        .orderBy(order),
  };
}

/** Each that can find few of many has an index. */
function filterOf({
  state,
  failure,
  kind,
  server,
}: Pick<DeliveryListing, 'state' | 'failure' | 'kind' | 'server'>): SQL | undefined {
  return and(
    isInState(state),
    // Kept while a retry is under way; only a dead delivery shows it.
    failure && and(eq(deliveries.state, sql.raw(`'dead'`)), eq(deliveries.failure, failure)),
    kind && eq(deliveries.kind, kind),
    server === undefined ? undefined : eq(deliveries.serverId, server),
  );
}

/** Of a product with more orders, deliveries are tested one by one, and many of them match. */
const MAX_ORDERS = 10_000;

/** The ids of the product's deliveries, read from two indexes alone. Undefined for a product with too many orders. */
async function selectIdsOfProduct(db: Db, product: number): Promise<number[] | undefined> {
  // Orders is a higher feature, so its table can't be imported here.
  const { rows } = await db.execute<{ orders: number; ids: number[] }>(sql`
    with chosen as materialized (select id from orders where product_id = ${product} limit ${MAX_ORDERS + 1})
    select (select count(*)::int from chosen) as orders, array(
      select delivery.id::float8 from chosen cross join lateral (
        select id from deliveries where order_id = chosen.id offset 0) as delivery) as ids`);
  const [{ orders, ids } = { orders: 0, ids: [] }] = rows;
  return orders <= MAX_ORDERS ? ids : undefined;
}

/** SQL condition: the delivery belongs to an order of the product. */
function isOfProduct(product: number | undefined, ids: number[] | undefined): SQL | undefined {
  if (product === undefined) return undefined;
  return ids
    ? sql`${deliveries.id} = any(${sql.param(ids)}::bigint[])`
    : sql`${deliveries.orderId} in (select id from orders where product_id = ${product})`;
}

/** What was collected is applied too. */
function isInState(state: DeliveryListing['state']): SQL | undefined {
  if (state === 'all') return undefined;
  return state === 'collected'
    ? and(eq(deliveries.state, sql.raw(`'applied'`)), isNotNull(deliveries.collectedAt))
    : eq(deliveries.state, state);
}

/** A delivery never changes its account, so no lock is needed. */
export async function selectAccountOfDelivery(db: Db, id: number): Promise<number | undefined> {
  const [row] = await db
    .select({ accountId: deliveries.accountId })
    .from(deliveries)
    .where(eq(deliveries.id, id));
  return row?.accountId;
}

/** Locked until the transaction ends, so that the audit entry records exactly what was changed. */
export async function selectDeliveryLocked(
  tx: Transaction,
  id: number,
): Promise<AdminDeliveryRow | undefined> {
  const [row] = await tx
    .select(columns)
    .from(deliveries)
    .innerJoin(accounts, eq(accounts.id, deliveries.accountId))
    .innerJoin(gameServers, eq(gameServers.id, deliveries.serverId))
    .where(eq(deliveries.id, id))
    .for('update', { of: deliveries });
  return row;
}
