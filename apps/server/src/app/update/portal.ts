import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { updateBackupOfUpdate } from '#features/backups/backups.ts';
import { selectProcesses } from '#features/processes/processes.ts';
import type { Config } from '#platform/config/config.ts';
import { type Connection, type OpenDatabase, openDatabase } from '#platform/db/database.ts';
import { isProcessAlive } from '#platform/db/embedded-postgres-cluster.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts';
import { readSchemaState, type SchemaState } from '#platform/db/migrate.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { UpdateFault } from './update-fault.ts';

export type RunningProcess = {
  version: string;
  pid: number;
  isHere: boolean;
  /** Where this machine reaches its pages. Undefined: it serves none, or its release doesn't say. */
  localOrigin?: string;
};

/** What an update has to know about the portal's database. */
export type Portal = {
  /** @param root the folder of the release that the database is compared with */
  readSchema: (root: string) => Promise<SchemaState>;
  /** Processes of the portal that run, here and on other machines. */
  readProcesses: () => Promise<RunningProcess[]>;
  /** Sees that a backup stays while its update may be undone. */
  keepBackup: (name: string) => Promise<void>;
};

/**
 * Connects for each question alone: an embedded database ends when the portal restarts.
 *
 * @throws UpdateFault without a database: a wrong DATA_DIR would look like a stopped portal, and get an empty database
 */
export function openPortal({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Portal {
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'postgres/PG_VERSION')))
    throw new UpdateFault(
      `There is no database in ${path.resolve(dataDir)}. Set DATA_DIR or DATABASE_URL as the portal has it, or start the portal once.`,
    );
  const running = (): Connection | undefined =>
    databaseUrl === undefined ? findEmbeddedPostgres(dataDir) : { connectionString: databaseUrl };
  const ask = async <T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> => {
    const found = running();
    if (found) return withDatabase(found, work);
    const server = await startEmbeddedPostgres({ dataDir });
    try {
      return await withDatabase(server.connection, work);
    } finally {
      await server.stop();
    }
  };
  return {
    readSchema: (root) => ask(({ pool }) => readSchemaState(pool, path.join(root, 'apps/server/migrations'))),
    keepBackup: (name) => ask(({ db }) => updateBackupOfUpdate(db, name)),
    readProcesses: async () => {
      const found = running();
      return found ? withDatabase(found, ({ db }) => selectRunning(db)) : [];
    },
  };
}

async function selectRunning(db: OpenDatabase['db']): Promise<RunningProcess[]> {
  const alive = (await selectProcesses(db)).filter(({ isAlive }) => isAlive);
  return (
    alive
      .map(({ version, pid, host, localOrigin }) => ({
        version,
        pid,
        isHere: host === hostname(),
        ...(localOrigin !== null && { localOrigin }),
      }))
      // A process that was killed leaves its row for some seconds.
      .filter(({ pid, isHere }) => !isHere || isProcessAlive(pid))
  );
}

async function withDatabase<T>(
  connection: Connection,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ connection, maxConnections: 1, log: createLogger({ level: 'silent' }) });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
