import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { type Connection, openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { administrate, onDatabase } from './global-setup.ts';

export type TestDatabase = OpenDatabase & { connection: Connection; drop: () => Promise<void> };

/** A new migrated, empty database. The caller drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `waygate_${randomBytes(6).toString('hex')}`;
  // Copied as files, without its pages going through the log: a third of the time.
  await administrate(
    server,
    `create database ${name} template ${inject('templateDatabase')} strategy file_copy`,
  );
  const connection = onDatabase(server, name);
  // On a slow machine forty callers at once take longer than they may in production.
  const open = openDatabase({
    connection,
    connectTimeoutMs: 60_000,
    log: createLogger({ level: 'silent' }),
  });
  return {
    ...open,
    connection,
    drop: async () => {
      await open.close();
      await administrate(server, `drop database ${name} with (force)`);
    },
  };
}

/** The same, dropped when the running test ends. */
export async function useTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return database;
}

/** The database's address, as DATABASE_URL takes it. */
export function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user })}`;
}
