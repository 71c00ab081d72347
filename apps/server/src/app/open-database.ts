import path from 'node:path';
import type { Connection } from '#platform/db/database.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts';
import { migrate } from '#platform/db/migrate.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { migrateJobs } from '#platform/jobs/jobs.ts';
import type { Program } from './run-program.ts';

/** Connects to the configured or the embedded PostgreSQL and runs the migrations. */
export async function openMigratedDatabase(
  program: Program,
): Promise<{ connection: Connection; migrations: string[] }> {
  const connection = await reachDatabase(program);
  const folder = path.join(SERVER_ROOT, 'migrations');
  const migrations = await migrate({ connection, folder, afterwards: () => migrateJobs(connection) });
  return { connection, migrations };
}

async function reachDatabase({ config, shutdown, print }: Program): Promise<Connection> {
  if (config.databaseUrl !== undefined) return { connectionString: config.databaseUrl };
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: print });
  shutdown.add('the embedded database', () => server.stop());
  return server.connection;
}
