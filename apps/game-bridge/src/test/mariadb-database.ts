import { randomBytes } from 'node:crypto';
import type { RowDataPacket } from 'mysql2';
import { inject, onTestFinished } from 'vitest';
import { connectToMariadb } from './mariadb.ts';

/** For `describe.skipIf(isMariadbMissing())`. The set-up of the run says loudly that it is. */
export function isMariadbMissing(): boolean {
  return inject('mariadbPort') === null;
}

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

/** A new, empty database. The caller drops it. */
export async function createMariadbDatabase(port = inject('mariadbPort')): Promise<MariadbDatabase> {
  if (port === null) throw new Error('MariaDB is missing: apt-get install mariadb-server');
  const name = `game_${randomBytes(6).toString('hex')}`;
  const server = await connectToMariadb(port);
  await server.query(`create database ${name} character set utf8mb4`);
  await server.query(`use ${name}`);
  return {
    name,
    url: (user = 'root') => `mysql://${user}@127.0.0.1:${port}/${name}`,
    run: async (statements) => {
      await server.query(statements);
    },
    rows: async <Row extends Record<string, unknown>>(statement: string) => {
      const [rows] = await server.query<RowDataPacket[]>(statement);
      // The caller names the columns of its own statement.
      return rows as unknown as Row[];
    },
    drop: async () => {
      await server.query(`drop database ${name}`);
      await server.end();
    },
  };
}

/** The same, dropped when the running test ends. */
export async function useMariadbDatabase(): Promise<MariadbDatabase> {
  const database = await createMariadbDatabase();
  onTestFinished(database.drop);
  return database;
}
