import type { GameDatabase } from '#database/game-database.ts';

export type TableEngine = { table: string; engine: string };

/** Those tables whose writes stay when a transaction is rolled back, so that receipt and effect can part. */
export async function findTablesWithoutTransactions(
  game: GameDatabase,
  tables: Iterable<string>,
): Promise<TableEngine[]> {
  if (game.dialect !== 'mysql') return [];
  const found: TableEngine[] = [];
  for (const name of new Set(tables)) {
    const [table = '', schema = null] = name.split('.').toReversed();
    const [row] = await game.query<{ engine: string | null }>(
      `select engine as engine from information_schema.tables
       where table_schema = coalesce(:schema, database()) and table_name = :table and table_type = 'BASE TABLE'`,
      { schema, table },
    );
    if (row && row.engine !== 'InnoDB') found.push({ table: name, engine: row.engine ?? 'no engine' });
  }
  return found;
}

/** The statement that gives a table transactions. */
export function conversionOf({ table }: TableEngine): string {
  return `alter table ${table} engine = InnoDB`;
}
