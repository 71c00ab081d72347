import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { loadSqlite } from '#database/sqlite.ts';

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
    character_id text,
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

  create table if not exists accounts (
    account_id integer primary key,
    login text not null collate nocase unique,
    -- bcrypt
    verifier text not null,
    is_locked integer not null default 0,
    locked_until text,
    signed_in_at text
  ) strict;

  -- Each gets its key before the portal is asked, so that the same spending is asked for again after a crash.
  create table if not exists spendings (
    idempotency_key text primary key,
    account_id integer not null,
    amount integer not null,
    reason text not null,
    state text not null default 'asked' check (state in ('asked', 'paid', 'refused')),
    asked_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ'))
  ) strict;

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

/** Opens the game's database, and creates it if it is missing. Several processes may use one file. */
export async function openSimulatedGame(file: string): Promise<DatabaseSync> {
  const sqlite = await loadSqlite();
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const database = new sqlite.DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  // A commit must be on disk when it returns: an acknowledged delivery is never sent again.
  database.exec('pragma journal_mode = wal; pragma synchronous = full;');
  inTransaction(database, () => {
    database.exec(SCHEMA);
    addColumn(database, 'available_until');
    addColumn(database, 'character_id');
    database.exec(STANDING);
  });
  return database;
}

/** Upgrades a file from before receipts had this column. */
function addColumn(database: DatabaseSync, name: 'available_until' | 'character_id'): void {
  const column = database.prepare(`select 1 from pragma_table_info('receipts') where name = ?`);
  if (column.get(name) === undefined) database.exec(`alter table receipts add column ${name} text`);
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
