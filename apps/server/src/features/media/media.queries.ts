import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#platform/db/database.ts';

/** Whether any column of any row has the name in it, in one statement and so at one moment. */
export async function selectIsNamedIn(db: Db, tables: readonly PgTable[], name: string): Promise<boolean> {
  const named = tables.map(
    (table) =>
      sql`exists (select 1 from ${table} where strpos(${sql.identifier(getTableName(table))}::text, ${name}) > 0)`,
  );
  const { rows } = await db.execute<{ is_named: boolean }>(
    sql`select ${sql.join(named, sql` or `)} as is_named`,
  );
  return rows[0]?.is_named ?? false;
}
