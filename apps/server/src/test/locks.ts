import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** How many sessions of this database wait for a lock that another one holds. */
export async function countLockWaits(db: Pick<Db, 'execute'>): Promise<number> {
  const { rows } = await db.execute(sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
  return rows.length;
}

/** A statement with a row for each wait for these tables. In another database of the server, the same table may have the same oid. */
export function waitsFor(...tables: string[]): string {
  const oids = tables.map((table) => `'${table}'::regclass`).join(', ');
  return `select from pg_locks where not granted and relation in (${oids})
    and database = (select oid from pg_database where datname = current_database())`;
}
