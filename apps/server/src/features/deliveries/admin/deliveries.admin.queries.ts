import type { AdminDelivery, DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
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
import type { PageRequest } from '#platform/db/paging/read-page.ts';
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
export function selectAdminDeliveries(db: Db, listing: DeliveryListing & PageRequest) {
  return selectRecordsPage(db, recordsOf(db, listing), listing);
}

/** The next deliveries after one of them, or the first. */
export function selectAdminDeliveriesAfter(
  db: Db,
  listing: DeliveryListing,
  place: { after: number | undefined; limit: number },
) {
  return selectRecordsAfter(db, recordsOf(db, listing), listing, place);
}

export function countAdminDeliveries(db: Db, listing: DeliveryListing, most: number): Promise<number> {
  return countRecords(db, recordsOf(db, listing), listing, most);
}

function recordsOf(db: Db, listing: DeliveryListing) {
  return {
    id: deliveries.id,
    accountId: deliveries.accountId,
    createdAt: deliveries.createdAt,
    filter: filterOf(listing),
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
function filterOf({ state, failure, kind, server, product }: DeliveryListing): SQL | undefined {
  return and(
    isInState(state),
    // Kept while a retry is under way; only a dead delivery shows it.
    failure && and(eq(deliveries.state, sql.raw(`'dead'`)), eq(deliveries.failure, failure)),
    kind && eq(deliveries.kind, kind),
    server === undefined ? undefined : eq(deliveries.serverId, server),
    // Orders is a higher feature, so its table can't be imported here.
    product === undefined
      ? undefined
      : sql`${deliveries.orderId} in (select id from orders where product_id = ${product})`,
  );
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
