import type { Finding } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { accountsTable } from '#game-accounts.ts';
import { LOCKS_TABLE } from '#presets/shared/account-locks.ts';
import {
  checkConnection,
  checkOwnTable,
  checkTables,
  selectEngines,
  type TableNeed,
} from '#presets/shared/table-check.ts';
import { receiptsTable } from '#receipts.ts';
import { ADD_KEY_COLUMN, KEY_COLUMN } from './awards.ts';
import { hasItemTable } from './items.ts';
import type { Metin2Options } from './metin2-options.ts';

const AWARDS: TableNeed = {
  table: 'item_award',
  columns: ['id', 'login', 'vnum', 'count', 'given_time', 'taken_time', 'why', 'mall'],
  inserts: ['login', 'vnum', 'count', 'given_time', 'why', 'mall'],
  rights: ['SELECT', 'INSERT'],
};
const PLAYERS: TableNeed = {
  table: 'player',
  columns: ['id', 'account_id', 'name', 'job', 'level', 'last_play'],
  rights: ['SELECT'],
};
const ACCOUNTS: TableNeed = {
  table: 'account',
  columns: ['id', 'login', 'password', 'social_id', 'email', 'create_time', 'status', 'availDt'],
  inserts: ['login', 'password', 'social_id', 'email', 'create_time', 'status'],
  rights: ['SELECT', 'INSERT', 'UPDATE'],
};
const HINT =
  'Forks differ. Add the column as other Metin2 servers have it, or connect this server by the preset `sql`.';

export type Metin2Check = { database: GameDatabase; accountDatabase: GameDatabase; options: Metin2Options };

export async function checkMetin2({ database, accountDatabase, options }: Metin2Check): Promise<Finding[]> {
  if (database.dialect !== 'mysql' || accountDatabase.dialect !== 'mysql') {
    const remedy = 'Begin the addresses of the `database` and the `accountDatabase` with mysql://';
    return [{ level: 'error', message: 'Metin2 keeps its data in MySQL or MariaDB.', remedy }];
  }
  const main = await checkConnection(database, 'database');
  if (!main.isReachable) return main.findings;
  const findings = [
    ...main.findings,
    ...(await checkTables(database, [AWARDS, PLAYERS], HINT)),
    ...(await checkKeyColumn(database, options)),
    ...(await checkOwnTable(database, 'waygate_receipts', receiptsTable('mysql'))),
    ...(await checkItems(database)),
    ...(await checkEngine(database)),
  ];
  const accounts = await checkConnection(accountDatabase, 'accountDatabase');
  if (!accounts.isReachable) return [...findings, ...accounts.findings];
  return [
    ...findings,
    ...(await checkTables(accountDatabase, [ACCOUNTS], HINT)),
    ...(await checkOwnTable(accountDatabase, 'waygate_accounts', accountsTable('mysql'))),
    ...(await checkOwnTable(accountDatabase, 'waygate_locks', LOCKS_TABLE)),
    ...(await checkLoginLength(database, accountDatabase)),
  ];
}

/** The game's own table is altered only where the operator allows it; otherwise the statement is shown. */
async function checkKeyColumn(database: GameDatabase, { allowAlter }: Metin2Options): Promise<Finding[]> {
  const engines = await selectEngines(database);
  if (!engines.has('item_award')) return [];
  const rows = await database.query<{ nonUnique: number }>(
    `select non_unique as nonUnique from information_schema.statistics
     where table_schema = database() and table_name = 'item_award' and column_name = '${KEY_COLUMN}' and seq_in_index = 1`,
  );
  if (rows.some(({ nonUnique }) => nonUnique === 0)) {
    return [{ level: 'ok', message: `\`item_award\` has the unique key \`${KEY_COLUMN}\`.` }];
  }
  const message = `\`item_award\` has no unique key \`${KEY_COLUMN}\`, so a delivery could be given twice.`;
  const remedy =
    `This changes the game's own table. Back up, stop the game's database server, and run: ${ADD_KEY_COLUMN}; ` +
    '(or set `allowAlter: true` in the configuration, and run the check with --fix)';
  if (!allowAlter) return [{ level: 'error', message, remedy }];
  const fix = async () => {
    await database.execute(ADD_KEY_COLUMN);
  };
  return [{ level: 'error', message, remedy, fix }];
}

async function checkItems(database: GameDatabase): Promise<Finding[]> {
  if (await hasItemTable(database)) {
    return [{ level: 'ok', message: 'Item ids are checked against `item_proto`.' }];
  }
  return [
    {
      level: 'warning',
      message:
        'The game reads its items from a file, so the bridge sends an id that the game does not know as well.',
      remedy:
        'Check the ids of items in the portal, and list weapons and armour under `unstackable`: only one of them fits in a slot.',
    },
  ];
}

async function checkEngine(database: GameDatabase): Promise<Finding[]> {
  const engine = (await selectEngines(database)).get('item_award');
  if (engine === undefined || engine === 'InnoDB') return [];
  return [
    {
      level: 'warning',
      message: `\`item_award\` is of the engine ${engine}: a killed process loses and doubles nothing, but a power cut may lose rows that the portal knows as delivered.`,
      remedy: 'Keep backups. Convert the table to InnoDB only if no other program inserts into it.',
    },
  ];
}

async function checkLoginLength(awards: GameConnection, accounts: GameConnection): Promise<Finding[]> {
  const [place, source] = [
    await lengthOfLogin(awards, 'item_award'),
    await lengthOfLogin(accounts, 'account'),
  ];
  if (place === undefined || source === undefined || place >= source) return [];
  return [
    {
      level: 'warning',
      message: `A login has up to ${source} characters, and \`item_award\` takes ${place}. Deliveries to longer ones wait.`,
      remedy: `ALTER TABLE item_award MODIFY login VARCHAR(${source}) NOT NULL DEFAULT '';`,
    },
  ];
}

async function lengthOfLogin(database: GameConnection, table: string): Promise<number | undefined> {
  const [row] = await database.query<{ length: number }>(
    `select character_maximum_length as length from information_schema.columns
     where table_schema = database() and table_name = :table and column_name = 'login'`,
    { table },
  );
  return row?.length;
}
