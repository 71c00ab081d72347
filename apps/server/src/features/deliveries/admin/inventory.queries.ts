import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
import { and, type SQL, sql } from 'drizzle-orm';
import { findAccountsNamed, isOfNamed } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import { countBranches, readFirstRows, readKeyedPage } from '#platform/db/paging/branches.ts';
import type { Page, PageRequest } from '#platform/db/paging/read-page.ts';
import { startsWithDigits } from '#platform/db/search-text.ts';

type InventoryFilter = {
  search: string;
  account?: number | undefined;
  server?: number | undefined;
};

type InventoryListing = InventoryFilter & PageRequest & { sort: keyof typeof ORDERS };

export type InventoryRow = {
  accountId: number;
  userName: string;
  serverId: number;
  serverName: string;
  kind: DeliveryKind;
  /** 0 for what is no item. */
  itemId: number;
  /** As it was called when it was bought. */
  label: string | null;
  quantity: number;
  pending: number;
  availableUntil: string | null;
  lastDeliveredAt: string | null;
};

/** Both follow deliveries_inventory_idx. */
const ORDERS = {
  accountDBID: sql`account_id, server_id, kind, item`,
  '-accountDBID': sql`account_id desc, server_id desc, kind desc, item desc`,
};

/** As the indexes have it. What may have arrived counts as on its way. */
const HELD_STATES = sql`'pending', 'leased', 'applied', 'awaiting_character', 'unknown'`;

/**
 * Null for a grant that the game has revoked. Looked up grant by grant: a join could read all of the table for ten rows.
 * PostgreSQL expects `is not null` of nearly all rows and `is null` of hardly any, and few grants are revoked.
 */
const KEPT = sql`nullif(coalesce((
  select 1 from deliveries as revocation
  where revocation.revokes_key = deliveries.idempotency_key and revocation.state = 'applied' limit 1), 0), 1)`;

/** What is in the game or on its way there. A grant that the game has revoked is neither. */
const HELD = sql`deliveries.effect = 'grant' and deliveries.state in (${HELD_STATES}) and ${KEPT} is not null`;

/**
 * One page, and how many there are. The page's accounts, kinds and items are found first, in the order of the index;
 * only their deliveries are added up. Not prepared: its plan depends on what is searched for.
 */
export async function selectInventory(
  db: Db,
  { sort, ...listing }: InventoryListing,
): Promise<Page<InventoryRow>> {
  const order = ORDERS[sort];
  return readKeyedPage(db, listing, {
    branches: await branchesOf(db, listing),
    order,
    columns: sql`account_id int, server_id int, kind text, item int`,
    select: (page) => selectEntries(db, page, order),
  });
}

/** The next entries after one of them, or the first, by account. */
export async function selectInventoryAfter(
  db: Db,
  filter: InventoryFilter,
  { after, limit }: { after: InventoryRow | undefined; limit: number },
): Promise<InventoryRow[]> {
  const order = ORDERS.accountDBID;
  const isNext =
    after &&
    sql`(deliveries.account_id, deliveries.server_id, deliveries.kind, coalesce(deliveries.item_id, 0))
      > (${after.accountId}, ${after.serverId}, ${after.kind}, ${after.itemId})`;
  const found = { branches: await branchesOf(db, filter, isNext), order };
  return readFirstRows(found, limit, (page) => selectEntries(db, page, order));
}

export async function countInventory(db: Db, filter: InventoryFilter, most: number): Promise<number> {
  return countBranches(db, { branches: await branchesOf(db, filter), order: ORDERS.accountDBID }, most);
}

async function selectEntries(db: Db, page: SQL, order: SQL): Promise<InventoryRow[]> {
  const { rows } = await db.execute<InventoryRow>(sql`
    select account_id as "accountId", user_name as "userName", server_id as "serverId", game_servers.name as "serverName",
           kind, item as "itemId", label, quantity, pending,
           available_until as "availableUntil", last_delivered_at as "lastDeliveredAt"
    from (${page}) as page
    join accounts on accounts.id = account_id
    join game_servers on game_servers.id = server_id
    cross join lateral (${sumsOf(sql`page`)}) as sums
    left join lateral (${labelOf(sql`page`)}) as bought on true
    order by ${order}`);
  return rows;
}

/** By the account, or by the first digits of the item's id. */
async function branchesOf(
  db: Db,
  { search: text, account, server }: InventoryFilter,
  isNext?: SQL,
): Promise<SQL[]> {
  const search = text.trim();
  const isChosen =
    and(
      isNext,
      account === undefined ? undefined : sql`deliveries.account_id = ${account}`,
      server === undefined ? undefined : sql`deliveries.server_id = ${server}`,
    ) ?? sql`true`;
  const items = sql`select distinct deliveries.account_id, deliveries.server_id, deliveries.kind, coalesce(deliveries.item_id, 0) as item from deliveries`;
  const those = sql`${HELD} and ${isChosen}`;
  if (search === '') return [sql`${items} where ${those}`];
  // Found first: to have them in the list's order, the planner would look through the names of all accounts.
  const [named, largest] = await Promise.all([
    findAccountsNamed(db, search),
    /^\d/.test(search) ? selectLargestIds(db) : NO_IDS,
  ]);
  const conditions = [
    ...startsWithDigits(sql`deliveries.account_id`, search, largest.account),
    ...startsWithDigits(sql`deliveries.item_id`, search, largest.item),
  ];
  const isNamed = isOfNamed(sql`deliveries.account_id`, named);
  return [...(isNamed ? [isNamed] : []), ...conditions].map(
    (condition) => sql`${items} where ${those} and ${condition}`,
  );
}

const NO_IDS = { account: 0, item: 0 };

/** Read from the ends of two indexes. Ranges beyond them would be planned for nothing. */
async function selectLargestIds(db: Db): Promise<{ account: number; item: number }> {
  const isInIndex = sql`effect = 'grant' and state in (${HELD_STATES})`;
  const { rows } = await db.execute<{ account: number; item: number }>(sql`
    select coalesce((select max(account_id) from deliveries where ${isInIndex}), 0) as account,
           coalesce((select max(item_id) from deliveries where ${isInIndex}), 0) as item`);
  return rows[0] ?? NO_IDS;
}

/** What the game has of an item, what is on its way, and when the last of it ends: never, if any of it never ends. */
function sumsOf(item: SQL): SQL {
  return sql`
    select coalesce(sum(quantity) filter (where state = 'applied'), 0)::float8 as quantity,
           coalesce(sum(quantity) filter (where state <> 'applied'), 0)::float8 as pending,
           case when count(*) = count(available_until) then max(available_until) end as available_until,
           max(settled_at) filter (where state = 'applied') as last_delivered_at
    from deliveries where ${HELD} and ${isOf(item)}`;
}

function labelOf(item: SQL): SQL {
  return sql`
    select label from deliveries
    join order_lines on order_lines.order_id = deliveries.order_id and position = order_line_position
    where effect = 'grant' and state in (${HELD_STATES}) and ${isOf(item)}
    order by deliveries.id desc limit 1`;
}

function isOf(item: SQL): SQL {
  return sql`deliveries.account_id = ${item}.account_id and deliveries.server_id = ${item}.server_id
    and deliveries.kind = ${item}.kind
    and coalesce(deliveries.item_id, 0) = ${item}.item`;
}
