import type { Finding } from '#adapter.ts';
import { describeDatabaseError } from '#database/database-errors.ts';
import type { GameDatabase, SqlParameters } from '#database/game-database.ts';
import { parametersOf } from '#database/named-parameters.ts';
import { accountsTable } from '#game-accounts.ts';
import { conversionOf, findTablesWithoutTransactions } from '#presets/shared/transaction-tables.ts';
import { receiptsTable } from '#receipts.ts';
import type { PlacedStatement } from './statements.ts';
import { writtenTables } from './written-tables.ts';

type Databases = { game: GameDatabase; accounts: GameDatabase };

/** Whether the operator's statements can work, without running them, and whether one transaction holds them. */
export async function checkSql(
  databases: Databases,
  statements: PlacedStatement[],
  managesAccounts: boolean,
): Promise<Finding[]> {
  const { game, accounts } = databases;
  const findings = [await checkServer(game)];
  findings.push(await checkTable(game, 'waygate_receipts', receiptsTable(game.dialect)));
  if (managesAccounts)
    findings.push(await checkTable(accounts, 'waygate_accounts', accountsTable(accounts.dialect)));
  for (const statement of statements)
    findings.push(...(await checkStatement(databases[statement.database], statement)));
  const tables = new Set(statements.flatMap(({ sql, isWrite }) => (isWrite ? writtenTables(sql) : [])));
  if (game.dialect === 'mysql') {
    findings.push(
      ...(await checkEngines(game, ['waygate_receipts', ...tables])),
      ...(await checkDurability(game)),
    );
  }
  return findings;
}

const VERSIONS: Record<GameDatabase['dialect'], string> = {
  mysql: 'select version() as version',
  postgres: `select current_setting('server_version') as version`,
  sqlite: 'select sqlite_version() as version',
};

async function checkServer(database: GameDatabase): Promise<Finding> {
  const [row] = await database.query<{ version: string }>(VERSIONS[database.dialect]);
  return { level: 'ok', message: `The game's database answers (${database.dialect} ${row?.version}).` };
}

async function checkTable(database: GameDatabase, table: string, definition: string): Promise<Finding> {
  try {
    await database.query(`select 1 from ${table} limit 1`);
    // An insert, so that a user who can only read is found out.
    await database.query(`explain ${TABLE_WRITES[table]}`);
    return { level: 'ok', message: `The table ${table} is there.` };
  } catch (error) {
    return {
      level: 'error',
      message: `The table ${table}: ${describeDatabaseError(error)}`,
      remedy: `Create it, and give the bridge's user the rights to read and write it:\n${definition};`,
      fix: async () => void (await database.execute(definition)),
    };
  }
}

const TABLE_WRITES: Record<string, string> = {
  waygate_receipts: `insert into waygate_receipts (idempotency_key, state, account_id, kind, item_id, quantity)
    values ('', '', 0, '', 0, 0)`,
  waygate_accounts: `insert into waygate_accounts (account_dbid, login, game_account_id) values (0, '', '')`,
};

/** The database explains the statement, for which it must know its tables, columns and rights, and runs nothing. */
async function checkStatement(database: GameDatabase, { path, sql }: PlacedStatement): Promise<Finding[]> {
  const nothing: SqlParameters = Object.fromEntries(
    parametersOf(sql, database.dialect).map((name) => [name, null]),
  );
  try {
    await database.query(`explain ${sql}`, nothing);
    return [{ level: 'ok', message: `${path} fits the game's tables.` }];
  } catch (error) {
    const remedy = "Correct the statement in the configuration, or the rights of the bridge's user.";
    return [{ level: 'error', message: `${path}: ${describeDatabaseError(error)}`, remedy }];
  }
}

async function checkEngines(game: GameDatabase, tables: string[]): Promise<Finding[]> {
  const found = await findTablesWithoutTransactions(game, tables);
  return found.map((table) => ({
    level: 'error',
    message: `The table ${table.table} is ${table.engine}, which has no transactions: nothing is delivered, because it would not be exactly once.`,
    remedy: conversionOf(table),
  }));
}

async function checkDurability(database: GameDatabase): Promise<Finding[]> {
  const [row] = await database.query<{ flushes: number }>(
    'select @@innodb_flush_log_at_trx_commit as flushes',
  );
  if (row?.flushes === 1) return [];
  return [
    {
      level: 'warning',
      message: 'A power cut can lose the last second: the database answers before a commit is on disk.',
      remedy: 'set global innodb_flush_log_at_trx_commit = 1, and the same in the server configuration',
    },
  ];
}
