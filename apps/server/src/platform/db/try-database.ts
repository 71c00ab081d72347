import pg from 'pg';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import { readSchemaState, requireSupportedVersion } from './migrate.ts';

const TIMEOUT_MS = 5000;

/**
 * Connects once, and sees whether a portal could work there. Changes nothing.
 *
 * @returns the version of the server, such as 18
 * @throws Error with a sentence for the operator
 */
export async function tryDatabase(connectionString: string): Promise<number> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; mayCreate: boolean | null }>(
      `select current_setting('server_version_num')::int as version,
              has_schema_privilege(current_schema(), 'create') and
              has_database_privilege(current_database(), 'create') as "mayCreate"`,
    );
    const { version = 0, mayCreate } = rows[0] ?? {};
    requireSupportedVersion(version);
    if (mayCreate !== true)
      throw new Error("Its user may not create tables there: make it the database's owner.");
    const { newer } = await readSchemaState(client, MIGRATIONS);
    if (newer.length > 0) throw new Error('A newer release of Waygate has used it.');
    return Math.floor(version / 10_000);
  } finally {
    await client.end().catch(() => {});
  }
}
