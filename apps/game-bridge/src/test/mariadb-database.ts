import { inject, onTestFinished } from 'vitest';
import { type MariadbDatabase, openMariadbDatabase } from './open-mariadb-database.ts';

export type { MariadbDatabase };

/** For `describe.skipIf(isMariadbMissing())`. The set-up of the run says loudly that it is. */
export function isMariadbMissing(): boolean {
  return inject('mariadbPort') === null;
}

/** A new, empty database. The caller drops it. */
export async function createMariadbDatabase(port = inject('mariadbPort')): Promise<MariadbDatabase> {
  if (port === null) throw new Error('MariaDB is missing: apt-get install mariadb-server');
  return openMariadbDatabase(port);
}

/** The same, dropped when the running test ends. */
export async function useMariadbDatabase(): Promise<MariadbDatabase> {
  const database = await createMariadbDatabase();
  onTestFinished(database.drop);
  return database;
}
