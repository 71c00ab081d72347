import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from '#platform/logging/logger.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

/** The address of PostgreSQL: a URL, or the embedded server's socket. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

/** A handle that runs statements: the database's or a transaction's. */
export type Db = Pick<
  NodePgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with'
>;

/** A handle that can open transactions. Inside a transaction, only the transaction's handle may be used. */
export type Database = NodePgDatabase & { $client: pg.Pool };

/** A transaction's handle. Writes that must commit together require it. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type OpenDatabase = { db: Database; pool: pg.Pool; close: () => Promise<void> };

const STATEMENT_TIMEOUT_MS = 15_000;
/** The server cancels a statement before; one that hangs, or is gone without a word, cancels none. */
const ANSWER_TIMEOUT_MS = 20_000;
const MINUTE_MS = 60_000;

/**
 * How long statements outside requests wait for their answer. Each is far more than any of them takes, so that only a server
 * that hangs reaches it.
 */
export const LONG_ANSWERS = {
  connectionTimeoutMillis: 10_000,
  /** Of the job queue, whose maintenance reads whole tables. */
  jobsMs: 2 * MINUTE_MS,
  /** Of a migration, or of the wait until another process has migrated. */
  migrationMs: 120 * MINUTE_MS,
  /** Of one table that is copied for a backup, a restore or a move. */
  copyMs: 12 * 60 * MINUTE_MS,
} as const;

/**
 * What each connection of the pool sets. By PostgreSQL's default, a page out of order costs four in order, as on a spinning disk;
 * see decision 0122. Source: https://www.postgresql.org/docs/current/runtime-config-query.html
 */
const SETTINGS = Object.entries({
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 30_000,
  timezone: 'UTC',
  random_page_cost: 1.5,
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** Opens a pool. A lost connection is logged and replaced, never thrown at the process. */
export function openDatabase({
  connection,
  maxConnections = 10,
  connectTimeoutMs = 3000,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
  log,
}: {
  connection: Connection;
  maxConnections?: number;
  /** How long a caller waits for a connection, a free one or a new one. */
  connectTimeoutMs?: number;
  /** How long a statement waits for its answer before its connection is given up. */
  answerTimeoutMs?: number;
  log: Logger;
}): OpenDatabase {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    query_timeout: answerTimeoutMs,
    options: SETTINGS,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  // The pool listens only to idle connections. A connection in use that breaks fails its statement, and its unhandled
  // 'error' event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = Object.assign(drizzle(pool), { transaction: transactionsOf(pool) });
  return { db, pool, close: () => pool.end() };
}

/**
 * Opens a connection outside the pool for statements that may take longer than a request. The caller ends it.
 *
 * @param answerTimeoutMs how long each waits for its answer; the database's own limit is what the caller sets there
 */
export async function openConnection(
  { $client: pool }: Pick<Database, '$client'>,
  answerTimeoutMs: number = LONG_ANSWERS.copyMs,
): Promise<pg.Client> {
  const client = new pg.Client({ ...pool.options, query_timeout: answerTimeoutMs });
  // A lost connection fails its statement.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A transaction on a separate connection, each of whose statements may take `minutes`. */
export async function longTransaction<T>(
  db: Pick<Database, '$client'>,
  minutes: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const serverLimitMs = minutes * MINUTE_MS;
  const client = await openConnection(db, serverLimitMs + ANSWER_TIMEOUT_MS - STATEMENT_TIMEOUT_MS);
  try {
    return await drizzle(client).transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = '${minutes}min'`));
      return work(tx);
    });
  } finally {
    await client.end();
  }
}

/**
 * Replaces Drizzle's `transaction`, which never releases a connection that breaks at `begin`, so that the pool runs dry.
 * Also discards connections that broke later.
 */
function transactionsOf(pool: pg.Pool): Database['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await drizzle(client).transaction(work, config);
    } catch (error) {
      isBroken = isDatabaseUnavailable(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
}

/**
 * A statement that is compiled once per handle and prepared by name in PostgreSQL.
 *
 * @param build ends in `.prepare(name)`
 */
export function prepared<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (db) => {
    const known = statements.get(db);
    if (known) return known;
    const statement = build(db);
    statements.set(db, statement);
    return statement;
  };
}
