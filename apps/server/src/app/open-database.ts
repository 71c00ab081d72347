import type { Connection } from '#platform/db/database.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts';
import { migrate } from '#platform/db/migrate.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import { migrateJobs } from '#platform/jobs/jobs.ts';
import { LoadUnfinished } from '#platform/db/copy/unfinished-load.ts';
import { SchemaTooNew } from '#platform/db/schema-guard.ts';
import { type Program, StartError } from './run-program.ts';

/**
 * Connects to the configured or the embedded PostgreSQL and runs the migrations.
 *
 * @throws StartError while a restore or a move into the database is unfinished, and on the schema of a newer release that
 *   has taken away what this one uses
 */
export async function openMigratedDatabase(
  program: Program,
): Promise<{ connection: Connection; migrations: string[] }> {
  const connection = await reachDatabase(program);
  const migrations = await migrate({
    connection,
    folder: MIGRATIONS,
    afterwards: (client) => migrateJobs(connection, client),
  }).catch(refuseDatabase);
  return { connection, migrations };
}

function refuseDatabase(error: unknown): never {
  const isRefused = error instanceof LoadUnfinished || error instanceof SchemaTooNew;
  throw isRefused ? new StartError(error.message) : error;
}

/** Connects to the configured or the embedded PostgreSQL, as it is. */
export async function reachDatabase({ config, shutdown, print }: Program): Promise<Connection> {
  if (config.databaseUrl !== undefined) return { connectionString: config.databaseUrl };
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: print });
  shutdown.add('the embedded database', () => server.stop());
  return server.connection;
}
