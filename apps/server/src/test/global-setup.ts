import { chmod, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/db/migrate.ts';
import type { Connection } from '#platform/db/database.ts';
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts';
import { migrateJobs } from '#platform/jobs/jobs.ts';
import { chooseDatabaseFolder } from './memory-folder.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  export interface ProvidedContext {
    testServer: Connection;
    templateDatabase: string;
  }
}

const MIGRATIONS = path.join(import.meta.dirname, '../../migrations');

/** One PostgreSQL for the whole run, given by TEST_DATABASE_URL or embedded, with one migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, stop } = await reachServer();
  const templateDatabase = `waygate_template_${process.pid}`;
  await administrate(connection, `create database ${templateDatabase}`);
  const target = onDatabase(connection, templateDatabase);
  await migrate({ connection: target, folder: MIGRATIONS, afterwards: () => migrateJobs(target) });
  project.provide('testServer', connection);
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await administrate(connection, `drop database ${templateDatabase} with (force)`);
    await stop();
  };
}

/** The same server, another database. */
export function onDatabase(connection: Connection, database: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Runs one statement on the server's own database. */
export async function administrate(connection: Connection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function reachServer(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { connection: { connectionString: url }, stop: async () => {} };
  const dataDir = await mkdtemp(path.join(await chooseDatabaseFolder(), 'waygate-test-'));
  // Started as root, the server runs as somebody else, who must be able to pass through.
  await chmod(dataDir, 0o711);
  // Durability is tested where it is promised; here it would only cost time.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  };
  const server = await startEmbeddedPostgres({ dataDir, settings });
  return {
    connection: server.connection,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
