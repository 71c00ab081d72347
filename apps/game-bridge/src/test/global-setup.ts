import type { TestProject } from 'vitest/node';
import { findMariadb, startMariadb } from './mariadb.ts';
import { findPostgres, startPostgres } from './postgres.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  export interface ProvidedContext {
    /** Where the run's MariaDB listens on loopback; null where there is none. */
    mariadbPort: number | null;
    postgresPort: number | null;
  }
}

/** One server of each kind for the whole run. Continuous integration must not skip its tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mariadb = findMariadb()
    ? startMariadb({}, { isRevived: true })
    : miss(
        'MariaDB is missing, so every test of a preset on MariaDB is SKIPPED. To run them: apt-get install mariadb-server',
      );
  const postgres = findPostgres()
    ? startPostgres()
    : miss('PostgreSQL is missing, so its tests are SKIPPED. To run them: apt-get install postgresql');
  const servers = [await mariadb, await postgres];
  const [mariadbPort = null, postgresPort = null] = servers.map((server) => server?.port);
  project.provide('mariadbPort', mariadbPort);
  project.provide('postgresPort', postgresPort);
  return async () => {
    for (const server of servers) await server?.stop();
  };
}

function miss(message: string): undefined {
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(`\n!!! ${message}\n`);
  return undefined;
}
