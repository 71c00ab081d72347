import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { isOfNamed, type NamedAccounts } from '#features/accounts/account-search.service.ts';
import { accounts } from '#features/accounts/accounts.tables.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { idIn } from '#platform/db/lists.ts';
import { deliveries } from './deliveries.tables.ts';

const columns = {
  id: deliveries.id,
  accountId: deliveries.accountId,
  userName: accounts.userName,
  effect: deliveries.effect,
  kind: deliveries.kind,
  itemId: deliveries.itemId,
  quantity: deliveries.quantity,
  state: deliveries.state,
  attempts: deliveries.attempts,
  lastDetail: deliveries.lastDetail,
  orderId: deliveries.orderId,
  createdAt: deliveries.createdAt,
  settledAt: deliveries.settledAt,
};

export type DeliveryFilter = {
  state: (typeof deliveries.$inferSelect)['state'] | 'all';
  account?: number | undefined;
  search: string;
  named: NamedAccounts;
};

function matching({ state, account, search, named }: DeliveryFilter): SQL | undefined {
  const id = idIn(search);
  const byId =
    id === undefined ? [] : [eq(deliveries.id, id), eq(deliveries.orderId, id), eq(deliveries.accountId, id)];
  return and(
    state === 'all' ? undefined : eq(deliveries.state, state),
    account === undefined ? undefined : eq(deliveries.accountId, account),
    // Nobody is meant by a term that is neither an id nor a part of a name.
    search === '' ? undefined : (or(...byId, isOfNamed(deliveries.accountId, named)) ?? sql`false`),
  );
}

export type AdminDeliveryRow = Awaited<ReturnType<typeof selectAdminDeliveries>>[number];

export function selectAdminDeliveries(
  db: Db,
  {
    sort,
    offset,
    limit,
    ...filter
  }: DeliveryFilter & { sort: 'deliveryId' | '-deliveryId'; offset: number; limit: number },
) {
  return db
    .select(columns)
    .from(deliveries)
    .innerJoin(accounts, eq(accounts.id, deliveries.accountId))
    .where(matching(filter))
    .orderBy(sort === 'deliveryId' ? asc(deliveries.id) : desc(deliveries.id))
    .limit(limit)
    .offset(offset);
}

export function selectMatchingDeliveries(db: Db, filter: DeliveryFilter) {
  return db.select({ id: deliveries.id }).from(deliveries).where(matching(filter));
}

/** A delivery stays with its account. */
export async function selectAccountOfDelivery(db: Db, id: number): Promise<number | undefined> {
  const [row] = await db
    .select({ accountId: deliveries.accountId })
    .from(deliveries)
    .where(eq(deliveries.id, id));
  return row?.accountId;
}

/** Until the transaction ends, so that what is told of it is what was changed. */
export async function selectDeliveryLocked(
  tx: Transaction,
  id: number,
): Promise<AdminDeliveryRow | undefined> {
  const [row] = await tx
    .select(columns)
    .from(deliveries)
    .innerJoin(accounts, eq(accounts.id, deliveries.accountId))
    .where(eq(deliveries.id, id))
    .for('update', { of: deliveries });
  return row;
}
