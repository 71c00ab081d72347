import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';

/** A row by its columns' names. Times are Dates, bytes are `\x…`. */
export type Row = Record<string, unknown>;

/** The most rows of one statement. The ledger has fewer: its transactions must not be split. */
const BATCH = 20_000;

/**
 * Inserts rows in their order. All have the columns of the first one; an `id` that is given counts, and the table's own
 * numbers go on after it.
 */
export async function insertRows(tx: Transaction, table: string, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const columns = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = JSON.stringify(rows.slice(start, start + BATCH));
    await tx.execute(sql`
      insert into ${sql.identifier(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${batch}::jsonb)`);
  }
  if (rows.length > 0 && names.includes('id') && typeof rows[0]?.id === 'number')
    await tx.execute(sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`);
}
