import { randomBytes } from 'node:crypto';
import type { RowDataPacket } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import { connectToMariadb } from './mariadb.ts';

/** A database of a test, with a connection for the test's own statements. */
export type MariadbDatabase = {
  name: string;
  /** The address for a bridge: as `root`, or as another user without a password. */
  url: (user?: string) => string;
  /** Runs any number of statements. */
  run: (statements: string) => Promise<void>;
  rows: <Row extends Record<string, unknown>>(statement: string) => Promise<Row[]>;
  drop: () => Promise<void>;
};

/** A new, empty database, which the caller drops. After its server was killed, the next statement connects again. */
export async function openMariadbDatabase(port: number): Promise<MariadbDatabase> {
  const name = `game_${randomBytes(6).toString('hex')}`;
  const server = await connectToMariadb(port);
  await server.query(`create database ${name} character set utf8mb4`);
  await server.end();
  let connection: Promise<Connection> | undefined;
  const connect = async () => {
    const opened = await connectToMariadb(port);
    opened.on('error', () => (connection = undefined));
    await opened.query(`use ${name}`);
    return opened;
  };
  const query = async (statements: string) => {
    connection ??= connect();
    const used = connection;
    try {
      return await (await used).query<RowDataPacket[]>(statements);
    } catch (error) {
      // What MariaDB refuses has an SQL state, and leaves the connection as it is.
      if (!(error instanceof Error && 'sqlState' in error) && connection === used) connection = undefined;
      throw error;
    }
  };
  return {
    name,
    url: (user = 'root') => `mysql://${user}@127.0.0.1:${port}/${name}`,
    run: async (statements) => {
      await query(statements);
    },
    rows: async <Row extends Record<string, unknown>>(statement: string) => {
      const [rows] = await query(statement);
      // The caller names the columns of its own statement.
      return rows as unknown as Row[];
    },
    drop: async () => {
      await query(`drop database ${name}`);
      await (await connection)?.end();
    },
  };
}
