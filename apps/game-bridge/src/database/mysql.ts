import mysql, { type Pool, type PoolConnection, type ResultSetHeader } from 'mysql2/promise';
import type { GameConnection, GameDatabase, SqlParameters, SqlValue } from './game-database.ts';
import { bindStatement, valuesOf } from './named-parameters.ts';
import type { ServerAddress } from './open-game-database.ts';
import { runTransaction } from './transactions.ts';

type Limits = { connections: number; timeoutMs: number };

export function openMysql(address: ServerAddress, { connections, timeoutMs }: Limits): GameDatabase {
  const { host, port, user, password, database, socket } = address;
  const pool = mysql.createPool({
    ...(socket === undefined ? { host, ...(port === undefined ? {} : { port }) } : { socketPath: socket }),
    user,
    password,
    database,
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    // Those that a number can't hold come as text.
    bigNumberStrings: false,
    connectionLimit: connections,
    connectTimeout: Math.min(timeoutMs, 10_000),
    // Counts rows that an update found, whether it changed them or not.
    flags: ['+FOUND_ROWS'],
    maxPreparedStatements: 200,
  });
  const session = <Result>(work: (connection: GameConnection) => Promise<Result>) =>
    withConnection(pool, timeoutMs, work);
  return {
    dialect: 'mysql',
    query: (statement, parameters) => session((connection) => connection.query(statement, parameters)),
    execute: (statement, parameters) => session((connection) => connection.execute(statement, parameters)),
    session,
    transaction: (work) => runTransaction(session, 'start transaction', work),
    close: () => pool.end(),
  };
}

/**
 * A lock that isn't to be had in time is another try's, before the statement counts as lost. A value that doesn't fit is an
 * error, never cut: a login that was cut would be somebody else's.
 */
const SESSION = `time_zone = '+00:00', autocommit = 1, innodb_lock_wait_timeout = 10,
  sql_mode = concat(@@sql_mode, ',STRICT_ALL_TABLES')`;
const prepared = new WeakSet<object>();

async function withConnection<Result>(
  pool: Pool,
  timeoutMs: number,
  work: (connection: GameConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.getConnection();
  let isClean = false;
  try {
    if (!prepared.has(connection.connection)) {
      await connection.query({ sql: `set session ${SESSION}`, timeout: timeoutMs });
      prepared.add(connection.connection);
    }
    const result = await work(wrap(connection, timeoutMs));
    isClean = true;
    return result;
  } finally {
    // A failed connection may hold a transaction, a lock or half of an answer: ending it rolls back and unlocks.
    if (isClean) connection.release();
    else connection.destroy();
  }
}

function wrap(connection: PoolConnection, timeoutMs: number): GameConnection {
  const run = async (statement: string, parameters: SqlParameters = {}) => {
    const bound = bindStatement(statement, 'mysql');
    // What has no parameters goes as text, because LOCK TABLES and others can't be prepared.
    if (bound.names.length === 0) {
      const [result] = await connection.query({ sql: bound.text, timeout: timeoutMs });
      return result;
    }
    const values = valuesOf(bound, parameters).map(toMysql);
    const [result] = await connection.execute({ sql: bound.text, timeout: timeoutMs, values });
    return result;
  };
  return {
    query: async <Row extends Record<string, unknown>>(statement: string, parameters?: SqlParameters) => {
      const rows = await run(statement, parameters);
      // The caller names the columns of its own statement.
      return (Array.isArray(rows) ? rows : []) as unknown as Row[];
    },
    execute: async (statement, parameters) => {
      const result = await run(statement, parameters);
      if (!isHeader(result)) return { affectedRows: 0, insertId: 0 };
      return { affectedRows: result.affectedRows, insertId: result.insertId };
    },
  };
}

/** What statements without rows answer. */
function isHeader(result: unknown): result is ResultSetHeader {
  return !Array.isArray(result) && Object(result).affectedRows !== undefined;
}

/** Whole numbers as integers: as doubles, which is the driver's way, LIMIT refuses them. */
function toMysql(value: SqlValue) {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) {
    const isUnsigned = typeof value === 'bigint' && value > 9_223_372_036_854_775_807n;
    return isUnsigned ? mysql.TypedParameter.LONGLONG.unsigned(value) : mysql.TypedParameter.LONGLONG(value);
  }
  return value;
}
