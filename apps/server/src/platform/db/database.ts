import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from '#platform/logging/logger.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

/** How to reach PostgreSQL: a URL, or the embedded server's socket. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string };

/** The outer handle, or a transaction's: whatever runs statements. */
export type Db = Pick<
  NodePgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with'
>;

/** A handle that can open transactions. Inside of one, only the transaction's own handle is used. */
export type Database = NodePgDatabase;

/** Proof of being inside a transaction: writes that must commit together ask for it. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type OpenDatabase = { db: Database; pool: pg.Pool; close: () => Promise<void> };

/** Opens a pool. A lost connection is logged and replaced, never thrown at the process. */
export function openDatabase({
  connection,
  maxConnections = 10,
  log,
}: {
  connection: Connection;
  maxConnections?: number;
  log: Logger;
}): OpenDatabase {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: '-c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000 -c timezone=UTC',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'));
  // The pool listens to idle connections alone. One that breaks while it is in use fails its statement, and
  // would end the process by an unheard event besides.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = Object.assign(drizzle(pool), { transaction: transactionsOf(pool) });
  return { db, pool, close: () => pool.end() };
}

/**
 * Drizzle's own leaves a connection that breaks at `begin` checked out for ever: the pool would run dry.
 * And one that broke later must not serve anybody else.
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
