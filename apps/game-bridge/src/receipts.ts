import type { Delivery, Receipt } from '@waygate/contract/deliveries/deliveries.schemas';
import { RECEIPTS_AT_ONCE } from '@waygate/contract/deliveries/receipts.schemas';
import type { Applied } from '#adapter.ts';
import type { Dialect } from '#database/named-parameters.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';

/**
 * - `begun`, `written`: half of a grant in several steps, for tables without transactions; `recover` ends them
 * - `given`: a grant that the game has
 * - `taken_back`: a grant that was revoked
 * - `barred`: a grant whose revocation came first, so that it is never applied
 * - `done`: a revocation
 */
export type ReceiptState = 'begun' | 'written' | 'given' | 'taken_back' | 'barred' | 'done';

/** What the game has recorded under a key. */
export type StoredReceipt = {
  idempotencyKey: string;
  state: ReceiptState;
  accountId: number;
  kind: string;
  /** 0 without an item. */
  itemId: number;
  quantity: number;
  characterId: string | null;
  /** The game's own id of what was granted, such as a mail's. */
  reference: string | null;
  recordedAt: Date;
};

const COLUMNS = `idempotency_key as "idempotencyKey", state, account_id as "accountId", kind, item_id as "itemId",
  quantity, character_id as "characterId", reference, recorded_at as "recordedAt"`;

/**
 * The table of receipts, created by `check --fix`. It stands in the database of the game's items, because a receipt must be
 * written with its effect. Rows are kept for good: a delivery whose receipt is gone could be applied again.
 */
export function receiptsTable(dialect: Dialect): string {
  const text = (length: number) => {
    if (dialect === 'sqlite') return 'text';
    // Keys are case-sensitive.
    return `varchar(${length})${dialect === 'mysql' ? ' character set utf8mb4 collate utf8mb4_bin' : ''}`;
  };
  const integer = dialect === 'sqlite' ? 'integer' : 'bigint';
  return `create table if not exists waygate_receipts (
    idempotency_key ${text(100)} not null primary key,
    state ${text(20)} not null,
    account_id ${integer} not null,
    kind ${text(40)} not null,
    item_id ${integer} not null,
    quantity ${integer} not null,
    character_id ${text(64)} null,
    available_until ${text(40)} null,
    reference ${text(100)} null,
    recorded_at ${RECORDED_AT[dialect]}
  )${dialect === 'mysql' ? ' engine = InnoDB' : ''}`;
}

const RECORDED_AT: Record<Dialect, string> = {
  mysql: 'timestamp not null default current_timestamp',
  postgres: 'timestamptz not null default now()',
  sqlite: `text not null default (strftime('%Y-%m-%dT%H:%M:%fZ'))`,
};

/** Writes a receipt. @returns whether it is new; the receipt of a known key stays as it is */
export async function insertReceipt(
  connection: GameConnection,
  dialect: Dialect,
  receipt: Delivery & { state: ReceiptState; reference?: string | null },
): Promise<boolean> {
  const [ignore, onConflict] =
    dialect === 'mysql' ? ['ignore', ''] : ['', 'on conflict (idempotency_key) do nothing'];
  const { affectedRows } = await connection.execute(
    `insert ${ignore} into waygate_receipts
       (idempotency_key, state, account_id, kind, item_id, quantity, character_id, available_until, reference)
     values (:key, :state, :accountId, :kind, :itemId, :quantity, :characterId, :until, :reference) ${onConflict}`,
    {
      key: receipt.idempotencyKey,
      state: receipt.state,
      accountId: receipt.accountDBID,
      kind: receipt.kind,
      itemId: receipt.itemId ?? 0,
      quantity: receipt.quantity,
      characterId: receipt.characterId ?? null,
      until: receipt.availableUntil ?? null,
      reference: receipt.reference ?? null,
    },
  );
  return affectedRows > 0;
}

/** In a transaction with `for update`, nobody else changes it before the end. */
export async function findReceipt(
  connection: GameConnection,
  key: string,
  lock: '' | 'for update' = '',
): Promise<StoredReceipt | undefined> {
  const [row] = await connection.query<ReceiptRow>(
    `select ${COLUMNS} from waygate_receipts where idempotency_key = :key ${lock}`,
    { key },
  );
  return row && readRow(row);
}

/** For `recover`: what was left half-written. */
export async function selectReceipts(
  connection: GameConnection,
  state: ReceiptState,
): Promise<StoredReceipt[]> {
  const rows = await connection.query<ReceiptRow>(
    `select ${COLUMNS} from waygate_receipts where state = :state order by recorded_at`,
    { state },
  );
  return rows.map(readRow);
}

/** The next receipts after a key, in the order of keys. Reads the primary key, so that all of them together are read once. */
export async function selectReceiptsAfter(
  connection: GameConnection,
  after: string,
): Promise<StoredReceipt[]> {
  const rows = await connection.query<ReceiptRow>(
    `select ${COLUMNS} from waygate_receipts where idempotency_key > :after order by idempotency_key limit ${RECEIPTS_AT_ONCE}`,
    { after },
  );
  return rows.map(readRow);
}

/** SQLite has no type for times. */
type ReceiptRow = Omit<StoredReceipt, 'recordedAt'> & { recordedAt: Date | string };

function readRow(row: ReceiptRow): StoredReceipt {
  return { ...row, recordedAt: new Date(row.recordedAt) };
}

/** @returns whether the receipt had the state `from`, and has the state `to` now */
export async function moveReceipt(
  connection: GameConnection,
  key: string,
  { from, to, reference }: { from: ReceiptState; to: ReceiptState; reference?: string },
): Promise<boolean> {
  const { affectedRows } = await connection.execute(
    `update waygate_receipts set state = :to, reference = coalesce(:reference, reference)
     where idempotency_key = :key and state = :from`,
    { key, from, to, reference: reference ?? null },
  );
  return affectedRows > 0;
}

/** Of a delivery that never began, so that it may begin again. */
export async function deleteReceipt(
  connection: GameConnection,
  key: string,
  state: ReceiptState,
): Promise<boolean> {
  const { affectedRows } = await connection.execute(
    'delete from waygate_receipts where idempotency_key = :key and state = :state',
    { key, state },
  );
  return affectedRows > 0;
}

/** The receipt as the portal reads it. */
export function presentReceipt({ accountId, kind, itemId, quantity }: StoredReceipt): Receipt {
  return {
    accountDBID: accountId,
    kind,
    itemId: itemId === 0 ? null : itemId,
    quantity,
  };
}

export function receiptOf({ accountDBID, kind, itemId, quantity }: Delivery): Receipt {
  return { accountDBID, kind, itemId, quantity };
}

/** What a delivery whose key is known comes to: it was applied before, or the key is of something else. */
export function compareWithReceipt(stored: StoredReceipt, delivery: Delivery): Applied {
  const isSameEffect = (stored.state === 'done') === (delivery.effect === 'revoke');
  return isSameEffect && isOf(stored, delivery)
    ? { is: 'duplicate', receipt: presentReceipt(stored) }
    : mismatch(stored);
}

/** Whether a receipt is of the account, kind, item and quantity of a delivery. */
export function isOf(stored: StoredReceipt, delivery: Delivery): boolean {
  return (
    stored.accountId === delivery.accountDBID &&
    stored.kind === delivery.kind &&
    stored.itemId === (delivery.itemId ?? 0) &&
    stored.quantity === delivery.quantity
  );
}

/** A portal that lost its memory must neither believe that something else was delivered, nor take it from another player. */
export function mismatch(stored: StoredReceipt): Applied {
  const receipt = presentReceipt(stored);
  const item = receipt.itemId === null ? '' : ` ${receipt.itemId}`;
  return {
    is: 'rejected',
    why: `The receipt of this key is of ${receipt.quantity} × ${receipt.kind}${item} for account ${receipt.accountDBID}.`,
    receipt,
  };
}

/** Thrown in a grant or a revocation: rolls back, so that there is no receipt either, and answers the delivery. */
export class NotApplied extends Error {
  readonly answer: Applied;

  constructor(answer: Exclude<Applied, { is: 'applied' | 'duplicate' }>) {
    super(answer.why);
    this.name = 'NotApplied';
    this.answer = answer;
  }
}

export type Granted = { reference?: string | undefined; collectBy?: Date | undefined };

/** What a game does in the transaction of the receipt. Both throw `NotApplied` to answer otherwise. */
export type Effects = {
  grant: (connection: GameConnection, delivery: Delivery) => Promise<Granted | void>;
  /** Takes back what the receipt says was granted, whatever the game lets take back. */
  revoke: (connection: GameConnection, delivery: Delivery, granted: StoredReceipt) => Promise<void>;
};

/**
 * Applies a delivery once, however often and by however many bridges at the same time. The receipt and the effect are one
 * transaction, which all tables of the effects must take part in.
 *
 * The receipt is written first: another bridge with the same key waits there until this transaction ends.
 */
export async function applyOnce(
  database: GameDatabase,
  delivery: Delivery,
  effects: Effects,
): Promise<Applied> {
  try {
    return await database.transaction((connection) => {
      const once = { connection, dialect: database.dialect, delivery, effects };
      return delivery.effect === 'grant' ? grantOnce(once) : revokeOnce(once);
    });
  } catch (error) {
    if (error instanceof NotApplied) return error.answer;
    throw error;
  }
}

type Once = { connection: GameConnection; dialect: Dialect; delivery: Delivery; effects: Effects };

async function grantOnce({ connection, dialect, delivery, effects }: Once): Promise<Applied> {
  const isNew = await insertReceipt(connection, dialect, { ...delivery, state: 'given' });
  if (!isNew) {
    const stored = await getReceipt(connection, delivery.idempotencyKey, dialect);
    // By another bridge, from before the tables had transactions. Its `recover` ends it.
    if (stored.state === 'begun' || stored.state === 'written') {
      return { is: 'later', why: 'Another bridge left this delivery half-done. Restart the bridge.' };
    }
    return compareWithReceipt(stored, delivery);
  }
  const { reference, collectBy } = (await effects.grant(connection, delivery)) ?? {};
  if (reference !== undefined) {
    await moveReceipt(connection, delivery.idempotencyKey, { from: 'given', to: 'given', reference });
  }
  return { is: 'applied', receipt: receiptOf(delivery), ...(collectBy ? { collectBy } : {}) };
}

async function revokeOnce({ connection, dialect, delivery, effects }: Once): Promise<Applied> {
  const isNew = await insertReceipt(connection, dialect, { ...delivery, state: 'done' });
  if (!isNew)
    return compareWithReceipt(await getReceipt(connection, delivery.idempotencyKey, dialect), delivery);
  const idempotencyKey = delivery.revokesKey ?? '';
  // The revocation overtook its grant, which then finds this receipt and does nothing.
  if (await insertReceipt(connection, dialect, { ...delivery, idempotencyKey, state: 'barred' })) {
    return { is: 'applied', receipt: receiptOf(delivery), isBarred: true };
  }
  const granted = await getReceipt(connection, idempotencyKey, dialect);
  const refused = mismatch(granted);
  // Rolls back the receipt of the revocation.
  if (refused.is === 'rejected' && (granted.state === 'done' || !isOf(granted, delivery))) {
    throw new NotApplied(refused);
  }
  if (granted.state !== 'given') return { is: 'duplicate', receipt: presentReceipt(granted) };
  await moveReceipt(connection, idempotencyKey, { from: 'given', to: 'taken_back' });
  await effects.revoke(connection, delivery, granted);
  return { is: 'applied', receipt: presentReceipt(granted) };
}

async function getReceipt(connection: GameConnection, key: string, dialect: Dialect): Promise<StoredReceipt> {
  const stored = await findReceipt(connection, key, dialect === 'sqlite' ? '' : 'for update');
  if (!stored) throw new Error(`The receipt of ${key} is gone.`);
  return stored;
}
