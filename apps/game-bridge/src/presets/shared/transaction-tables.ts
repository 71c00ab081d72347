import type { Applied } from '#adapter.ts';
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

export type TransactionGuard = {
  /** Applies a delivery, unless one of the tables has no transactions. */
  apply: (work: () => Promise<Applied>) => Promise<Applied>;
  /** The tables are looked at again before the next delivery. */
  forget: () => void;
};

/** Nothing is delivered to these tables while receipt and effect could part. */
export function createTransactionGuard(game: GameDatabase, tables: string[]): TransactionGuard {
  let unsafe: TableEngine[] | undefined;
  return {
    apply: async (work) => {
      // Asked again while there are some, because the operator may have converted them.
      if (unsafe?.length !== 0) unsafe = await findTablesWithoutTransactions(game, tables);
      if (unsafe.length > 0) return notExactlyOnce(unsafe);
      try {
        return await work();
      } catch (error) {
        // A table may have been missing, and made since.
        unsafe = undefined;
        throw error;
      }
    },
    forget: () => {
      unsafe = undefined;
    },
  };
}

function notExactlyOnce(tables: TableEngine[]): Applied {
  const names = tables.map(({ table, engine }) => `${table} (${engine})`).join(', ');
  const why = `Tables without transactions can't be delivered to exactly once: ${names}. Run: ${tables.map(conversionOf).join('; ')};`;
  return { is: 'later', why, problem: 'game_setup' };
}
