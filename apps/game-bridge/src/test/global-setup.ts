import type { TestProject } from 'vitest/node';
import { findMariadb, startMariadb } from './mariadb.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  export interface ProvidedContext {
    /** Where the run's MariaDB listens on loopback; null where there is none. */
    mariadbPort: number | null;
  }
}

const MISSING =
  'MariaDB is missing, so every test of a preset on MariaDB is SKIPPED. To run them: apt-get install mariadb-server';

/** One MariaDB for the whole run. Continuous integration must not skip its tests. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!findMariadb()) {
    if (process.env.CI === 'true') throw new Error(MISSING);
    console.warn(`\n!!! ${MISSING}\n`);
    project.provide('mariadbPort', null);
    return undefined;
  }
  const server = await startMariadb();
  project.provide('mariadbPort', server.port);
  return server.stop;
}
