import type {
  ReceiptsWanted,
  ReportedReceipt,
  UnmatchedReceiptState,
} from '@waygate/contract/deliveries/receipts.schemas';
import { type SQL, sql } from 'drizzle-orm';
import { hasLongKey, revocationKey } from '#features/deliveries/deliveries.queries.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { exactly, type Page } from '#platform/db/paging/read-page.ts';

/** Clocks differ, and the game's may be of another time than the portal's by then. */
const EARLIER = "interval '1 hour'";

/** The receipts that this server's bridge has yet to report: since the oldest backup that was restored meanwhile. */
export async function selectReceiptsWanted(db: Db, serverId: number): Promise<ReceiptsWanted | undefined> {
  const { rows } = await db.execute<{ restore: number | null; since: string }>(sql`
    select max(id) as restore, min(taken_at) - ${sql.raw(EARLIER)} as since from restores
    where not exists (select from receipt_reports where restore_id = restores.id and server_id = ${serverId})`);
  const [row] = rows;
  if (!row || row.restore === null) return undefined;
  return { restore: row.restore, since: new Date(row.since).toISOString() };
}

/** For this restore and those before. */
export async function insertReceiptReport(db: Db, serverId: number, restore: number): Promise<void> {
  await db.execute(sql`
    insert into receipt_reports (restore_id, server_id) select id, ${serverId} from restores where id <= ${restore}
    on conflict do nothing`);
}

/**
 * Records those that no delivery has the key of. A revocation counts only where its grant is known: otherwise both are
 * forgotten, and nothing of them is left in the game.
 *
 * @returns how many have no delivery
 */
export async function insertUnmatchedReceipts(
  db: Db,
  serverId: number,
  receipts: ReportedReceipt[],
): Promise<number> {
  const column = (valueOf: (receipt: ReportedReceipt) => unknown) => sql.param(receipts.map(valueOf));
  const { rows } = await db.execute<{ count: number }>(sql`
    with reported as (
      select * from unnest(
        ${column(({ idempotencyKey }) => idempotencyKey)}::text[],
        ${column(({ effect }) => effect)}::text[],
        ${column(({ accountDBID }) => accountDBID)}::int[],
        ${column(({ kind }) => kind)}::text[],
        ${column(({ itemId }) => itemId)}::int[],
        ${column(({ quantity }) => quantity)}::int[],
        ${column(({ characterId }) => characterId)}::text[],
        ${column(({ recordedAt }) => recordedAt)}::timestamptz[]
      ) as reported (idempotency_key, effect, account_id, kind, item_id, quantity, character_id, recorded_at)
      where not exists (select from deliveries where idempotency_key = reported.idempotency_key)
        and (effect = 'grant'
          or exists (
            select from deliveries where idempotency_key = left(reported.idempotency_key, -length(':revoke')))
          or reported.idempotency_key like 'revoke:%' and exists (
            select from deliveries where ${hasLongKey} and ${revocationKey} = reported.idempotency_key))
    ), noted as (
      insert into unmatched_receipts
        (server_id, idempotency_key, effect, account_id, kind, item_id, quantity, character_id, recorded_at)
      select ${serverId}, reported.* from reported order by recorded_at, idempotency_key
      on conflict (server_id, idempotency_key) do nothing
    )
    select count(*)::int as count from reported`);
  return rows[0]?.count ?? 0;
}

/** SQL condition: waits for staff. What was attached, claimed or sent again since has a delivery with its key. */
export const isOpen = sql`receipt.state = 'open'
  and not exists (select from deliveries where deliveries.idempotency_key = receipt.idempotency_key)`;

/** Scalar subquery. */
export const openReceiptCount: SQL = sql`(select count(*) from unmatched_receipts as receipt where ${isOpen})`;

export type UnmatchedReceiptRow = {
  id: number;
  state: UnmatchedReceiptState;
  serverId: number;
  serverName: string;
  effect: 'grant' | 'revoke';
  accountId: number;
  userName: string | null;
  kind: string;
  itemId: number | null;
  quantity: number;
  characterId: string | null;
  idempotencyKey: string;
  recordedAt: string;
  closedAt: string | null;
};

const FROM = sql`
  from unmatched_receipts as receipt
  join game_servers on game_servers.id = receipt.server_id
  left join accounts on accounts.id = receipt.account_id`;

function select(db: Db, rest: SQL): Promise<UnmatchedReceiptRow[]> {
  return db
    .execute<UnmatchedReceiptRow>(
      sql`
      select receipt.id, receipt.state, receipt.server_id as "serverId", game_servers.name as "serverName", receipt.effect,
        receipt.account_id as "accountId", accounts.user_name as "userName", receipt.kind, receipt.item_id as "itemId",
        receipt.quantity, receipt.character_id as "characterId", receipt.idempotency_key as "idempotencyKey",
        receipt.recorded_at as "recordedAt", receipt.closed_at as "closedAt"
      ${FROM} ${rest}`,
    )
    .then(({ rows }) => rows);
}

export type ReceiptFilter = { state: UnmatchedReceiptState | 'all'; account?: number | undefined };

/** `before`: only those with smaller ids. */
export type ReceiptWindow = { before: number | undefined; limit: number };

/** `before`: where the next page begins; null at the end. */
export type ReceiptPage = Page<UnmatchedReceiptRow> & { before: number | null };

/** One page, and how many there are on all of them. */
export async function readUnmatchedReceipts(
  db: Db,
  filter: ReceiptFilter,
  { before, limit }: ReceiptWindow,
): Promise<ReceiptPage> {
  const found = await selectUnmatchedReceipts(db, filter, { before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return {
    rows,
    totals: exactly(await countUnmatchedReceipts(db, filter)),
    before: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** The newest first. */
export function selectUnmatchedReceipts(
  db: Db,
  filter: ReceiptFilter,
  { before, limit }: ReceiptWindow,
): Promise<UnmatchedReceiptRow[]> {
  const older = before === undefined ? sql`true` : sql`receipt.id < ${before}`;
  return select(db, sql`where ${isFound(filter)} and ${older} order by receipt.id desc limit ${limit}`);
}

export async function countUnmatchedReceipts(db: Db, filter: ReceiptFilter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from unmatched_receipts as receipt where ${isFound(filter)}`,
  );
  return rows[0]?.count ?? 0;
}

function isFound({ state, account }: ReceiptFilter): SQL {
  const ofState = state === 'open' ? isOpen : state === 'all' ? sql`true` : sql`receipt.state = ${state}`;
  return account === undefined ? ofState : sql`${ofState} and receipt.account_id = ${account}`;
}

export async function selectUnmatchedReceipt(db: Db, id: number): Promise<UnmatchedReceiptRow | undefined> {
  const [row] = await select(db, sql`where receipt.id = ${id}`);
  return row;
}

/** @returns whether it was open, and no delivery had its key */
export async function updateReceiptClosed(
  tx: Transaction,
  id: number,
  state: 'kept' | 'revoked',
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update unmatched_receipts as receipt set state = ${state}, closed_at = now() where id = ${id} and ${isOpen}`);
  return rowCount === 1;
}

/**
 * Inserts the delivery that the receipt is of, so that it can be revoked as every other.
 *
 * @returns false when another delivery has its key by now
 */
export async function insertGrantOfReceipt(tx: Transaction, id: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into deliveries
      (account_id, server_id, character_id, idempotency_key, effect, kind, item_id, quantity, state, leases, created_at, settled_at)
    select account_id, server_id, character_id, idempotency_key, 'grant', kind, item_id, quantity, 'applied', 1,
           recorded_at, recorded_at
    from unmatched_receipts where id = ${id} and effect = 'grant'
    on conflict (idempotency_key) do nothing`);
  return rowCount === 1;
}
