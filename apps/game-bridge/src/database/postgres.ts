import pg from 'pg';
import type { GameConnection, GameDatabase, SqlParameters, SqlValue } from './game-database.ts';
import { bindStatement, valuesOf } from './named-parameters.ts';
import type { ServerAddress } from './open-game-database.ts';
import { runTransaction } from './transactions.ts';

const { types } = pg;
/** The types of PostgreSQL whose values the driver reads otherwise. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)],
  [types.builtins.TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`)],
  [types.builtins.DATE, (text) => new Date(`${text}T00:00:00Z`)],
]);

type Limits = { connections: number; timeoutMs: number };

export function openPostgres(address: ServerAddress, { connections, timeoutMs }: Limits): GameDatabase {
  const { host, port, user, password, database, socket } = address;
  const pool = new pg.Pool({
    host: socket ?? host,
    ...(port === undefined ? {} : { port }),
    user,
    password,
    database,
    max: connections,
    connectionTimeoutMillis: Math.min(timeoutMs, 10_000),
    query_timeout: timeoutMs,
    // A commit must be on disk when it returns.
    options: '-c timezone=UTC -c synchronous_commit=on',
    types: { getTypeParser: (oid, format) => PARSERS.get(oid) ?? types.getTypeParser(oid, format) },
  });
  // A connection that breaks while nobody uses it. The next statement gets a new one.
  pool.on('error', ignore);
  const session = <Result>(work: (connection: GameConnection) => Promise<Result>) =>
    withConnection(pool, work);
  return {
    dialect: 'postgres',
    query: (statement, parameters) => session((connection) => connection.query(statement, parameters)),
    execute: (statement, parameters) => session((connection) => connection.execute(statement, parameters)),
    session,
    transaction: (work) => runTransaction(session, 'begin', work),
    close: () => pool.end(),
  };
}

function ignore(): void {}

async function withConnection<Result>(
  pool: pg.Pool,
  work: (connection: GameConnection) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // Without a listener, a connection that breaks between two statements would end the process.
  client.on('error', ignore);
  let isClean = false;
  try {
    const result = await work(wrap(client));
    isClean = true;
    return result;
  } finally {
    client.off('error', ignore);
    // A failed connection may hold a transaction or a lock: ending it rolls back and unlocks.
    client.release(!isClean);
  }
}

function wrap(client: pg.PoolClient): GameConnection {
  const run = (statement: string, parameters: SqlParameters = {}) => {
    const bound = bindStatement(statement, 'postgres');
    return client.query(bound.text, valuesOf(bound, parameters).map(toPostgres));
  };
  return {
    query: async <Row extends Record<string, unknown>>(statement: string, parameters?: SqlParameters) => {
      const { rows } = await run(statement, parameters);
      // The caller names the columns of its own statement.
      return rows as Row[];
    },
    execute: async (statement, parameters) => {
      const { rowCount } = await run(statement, parameters);
      return { affectedRows: rowCount ?? 0, insertId: 0 };
    },
  };
}

function toPostgres(value: SqlValue) {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? String(value) : value;
}
