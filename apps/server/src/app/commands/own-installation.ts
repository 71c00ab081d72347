import { existsSync } from 'node:fs';
import path from 'node:path';
import { connectForCopy, selectTargetState } from '#platform/db/copy/load-target.ts';
import type { Connection } from '#platform/db/database.ts';
import { reachDatabase } from '#app/open-database.ts';
import type { Task } from '#app/run-program.ts';

/** The portal's database. Undefined: there is none yet, and a check makes none. */
export async function findPortal(program: Task): Promise<Connection | undefined> {
  const { databaseUrl, dataDir } = program.config;
  const isThere = databaseUrl !== undefined || existsSync(path.join(dataDir, 'postgres/PG_VERSION'));
  return isThere ? reachDatabase(program) : undefined;
}

export async function readInstallationId(connection: Connection): Promise<string | undefined> {
  const client = await connectForCopy(connection);
  try {
    return (await selectTargetState(client)).portal?.installationId ?? undefined;
  } finally {
    await client.end();
  }
}
