import { sql } from 'drizzle-orm';
import type { Db } from './database.ts';

/** The seed that only the database of a demo has. */
export const DEMO_MARK = 'demo-community';

/** Whether the database is that of a demo. */
export async function isDemo(db: Pick<Db, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute(sql`select from seeds where name = ${DEMO_MARK}`);
  return rows.length > 0;
}
