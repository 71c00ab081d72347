import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** How many sessions of this database wait for a lock that another one holds. */
export async function countLockWaits(db: Pick<Db, 'execute'>): Promise<number> {
  const { rows } = await db.execute(sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
  return rows.length;
}
