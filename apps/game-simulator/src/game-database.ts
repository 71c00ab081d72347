import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const BUSY_TIMEOUT_MS = 10_000;

/**
 * One row for every delivery that this game has dealt with, written in the transaction of its effect.
 * - `given`: a grant whose things are in the inventory
 * - `taken_back`: a grant whose things were, until its revocation
 * - `barred`: a grant whose revocation came first, so that it is never given
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
 * Until when an account has what it has. Grants of one thing stand side by side, and the one that lasts longest
 * counts: so it does not matter whether a changed time or the withdrawal of the old one arrives first.
 */
const STANDING = `
  create view if not exists standing as
  select account_id, kind, item_id,
         case when count(*) = count(available_until) then max(available_until) end as available_until
  from receipts where state = 'given' group by account_id, kind, item_id;
`;

/** Opens the game's own data. Several processes may use one folder. */
export function openGameDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(path.join(folder, 'game.sqlite'), { timeout: BUSY_TIMEOUT_MS });
  // A commit is on the disk when it returns. It has to be: what is acknowledged is never sent again.
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  inTransaction(database, () => {
    database.exec(SCHEMA);
    addEndOfReceipts(database);
    database.exec(STANDING);
  });
  return database;
}

/** For a file that was made before deliveries could end by themselves. */
function addEndOfReceipts(database: DatabaseSync): void {
  const column = database.prepare(
    `select 1 from pragma_table_info('receipts') where name = 'available_until'`,
  );
  if (column.get() === undefined) database.exec('alter table receipts add column available_until text');
}

/** All of `work` or nothing of it, and nobody else's writes in between. */
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
