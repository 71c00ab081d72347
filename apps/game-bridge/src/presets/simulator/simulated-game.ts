import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY_TIMEOUT_MS = 10_000;

/**
 * One row for every delivery that this game has handled, written in the transaction of its effect.
 * - `given`: a grant whose items are in the inventory
 * - `taken_back`: a grant that was revoked
 * - `barred`: a grant whose revocation came first, so that it is never applied
 * - `done`: a revocation
 */
const SCHEMA = `
  create table if not exists receipts (
    idempotency_key text primary key,
    state text not null check (state in ('given', 'taken_back', 'barred', 'done')),
    account_id integer not null,
    kind text not null,
    item_id integer not null,
    quantity integer not null,
    available_until text,
    recorded_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ'))
  ) strict, without rowid;

  create table if not exists inventory (
    account_id integer not null,
    kind text not null,
    item_id integer not null,
    quantity integer not null,
    primary key (account_id, kind, item_id)
  ) strict, without rowid;

  create table if not exists characters (
    account_id integer not null,
    name text not null,
    level integer not null,
    class text not null,
    primary key (account_id, name)
  ) strict, without rowid;

  create index if not exists receipts_things on receipts (account_id, kind, item_id) where state = 'given';
`;

/**
 * Until when an account has each item. Several grants of one item can exist at once, and the one that lasts longest
 * counts. So a changed time and the revocation of the old one may arrive in any order.
 */
const STANDING = `
  create view if not exists standing as
  select account_id, kind, item_id,
         case when count(*) = count(available_until) then max(available_until) end as available_until
  from receipts where state = 'given' group by account_id, kind, item_id;
`;

/** Opens the game's database, and creates it if it is missing. Several processes may use one folder. */
export function openSimulatedGame(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(path.join(folder, 'game.sqlite'), { timeout: BUSY_TIMEOUT_MS });
  // A commit must be on disk when it returns: an acknowledged delivery is never sent again.
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  inTransaction(database, () => {
    database.exec(SCHEMA);
    addEndOfReceipts(database);
    database.exec(STANDING);
  });
  return database;
}

/** Upgrades a file from before grants had an end. */
function addEndOfReceipts(database: DatabaseSync): void {
  const column = database.prepare(
    `select 1 from pragma_table_info('receipts') where name = 'available_until'`,
  );
  if (column.get() === undefined) database.exec('alter table receipts add column available_until text');
}

/** Runs `work` in a transaction that excludes other writers, and rolls back if it throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
