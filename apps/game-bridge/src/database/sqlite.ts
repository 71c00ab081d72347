import type * as sqlite from 'node:sqlite';
import { DatabaseAddressError } from './open-game-database.ts';
import type { GameConnection, GameDatabase, SqlParameters, SqlValue } from './game-database.ts';
import { bindStatement, valuesOf } from './named-parameters.ts';
import { againWhenBusy } from './transactions.ts';

const BUSY_TIMEOUT_MS = 10_000;

/** Several processes may use one file. In this one, transactions and sessions run one after the other. */
export async function openSqlite(file: string): Promise<GameDatabase> {
  const { DatabaseSync: Database } = await loadSqlite();
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  // A commit must be on disk when it returns: an acknowledged delivery is never sent again.
  database.exec('pragma synchronous = full');
  const connection = wrap(database);
  let last: Promise<unknown> = Promise.resolve();
  const session = <Result>(work: (connection: GameConnection) => Promise<Result>): Promise<Result> => {
    const result = last.then(() => work(connection));
    // A failure is its caller's; the next in the queue runs all the same.
    last = result.catch(() => {});
    return result;
  };
  return {
    dialect: 'sqlite',
    query: (statement, parameters) => session(() => connection.query(statement, parameters)),
    execute: (statement, parameters) => session(() => connection.execute(statement, parameters)),
    session,
    transaction: (work) =>
      againWhenBusy(() => session(() => inTransaction(database, () => work(connection)))),
    close: () => session(async () => database.close()),
  };
}

/** @throws DatabaseAddressError where Node.js has no SQLite */
export async function loadSqlite(): Promise<typeof sqlite> {
  try {
    return await import('node:sqlite');
  } catch {
    throw new DatabaseAddressError(
      `SQLite needs Node.js 22.13 or newer; this is ${process.version}. MySQL and PostgreSQL work with Node.js 20.`,
    );
  }
}

async function inTransaction<Result>(
  database: sqlite.DatabaseSync,
  work: () => Promise<Result>,
): Promise<Result> {
  database.exec('begin immediate');
  try {
    const result = await work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

function wrap(database: sqlite.DatabaseSync): GameConnection {
  const run = (statement: string, parameters: SqlParameters = {}) => {
    const bound = bindStatement(statement, 'sqlite');
    const values = valuesOf(bound, parameters).map(toSqlite);
    const compiled = database.prepare(bound.text);
    compiled.setReadBigInts(true);
    return { compiled, values };
  };
  return {
    query: async <Row extends Record<string, unknown>>(statement: string, parameters?: SqlParameters) => {
      const { compiled, values } = run(statement, parameters);
      // The caller names the columns of its own statement.
      return compiled.all(...values).map(fromSqlite) as Row[];
    },
    execute: async (statement, parameters) => {
      const { compiled, values } = run(statement, parameters);
      const { changes, lastInsertRowid } = compiled.run(...values);
      return { affectedRows: Number(changes), insertId: Number(lastInsertRowid) };
    },
  };
}

function toSqlite(value: SqlValue) {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : value;
}

function fromSqlite(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, readable(value)]));
}

function readable(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  }
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}
