import type { Finding } from '#adapter.ts';
import type { GameDatabase } from '#database/game-database.ts';
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
import type { ItemTables } from './item-tables.ts';
import type { Mailbox } from './mailbox.ts';
import type { RagnarokOptions } from './ragnarok-options.ts';
import { SENT_MAILS_TABLE } from './sent-mails.ts';

export type RagnarokCheck = {
  name: string;
  mailbox: Mailbox;
  mailTables: TableNeed[];
  items: ItemTables;
  options: RagnarokOptions;
  database: GameDatabase;
  accountDatabase: GameDatabase;
  isApart: boolean;
};

const CHARACTERS: TableNeed = {
  table: 'char',
  columns: ['char_id', 'account_id', 'name', 'class', 'base_level', 'online'],
  rights: ['SELECT'],
};
const ACCOUNTS: TableNeed = {
  table: 'login',
  columns: ['account_id', 'userid', 'user_pass', 'sex', 'email', 'group_id', 'state', 'unban_time'],
  inserts: ['userid', 'user_pass', 'sex', 'email'],
  rights: ['SELECT', 'INSERT', 'UPDATE'],
};
const UPDATE_HINT =
  "Run the game's own upgrade files (sql-files/upgrades) up to the version of the server, and check again.";

/** The doctor of both servers. */
export async function checkRagnarok(game: RagnarokCheck): Promise<Finding[]> {
  if (game.database.dialect !== 'mysql') {
    return [
      {
        level: 'error',
        message: `${game.name} keeps its data in MySQL or MariaDB.`,
        remedy: 'Begin the address of the `database` with mysql://',
      },
    ];
  }
  const main = await checkConnection(game.database, 'database');
  if (!main.isReachable) return main.findings;
  const accounts = game.isApart
    ? await checkConnection(game.accountDatabase, 'accountDatabase')
    : { findings: [], isReachable: true };
  const findings = [
    ...main.findings,
    ...(await checkTables(game.database, [...game.mailTables, CHARACTERS], UPDATE_HINT)),
    ...(await checkOwnTable(game.database, 'waygate_receipts', receiptsTable('mysql'))),
    ...(await checkOwnTable(game.database, 'waygate_mails', SENT_MAILS_TABLE)),
    ...(await checkEngines(game)),
    ...(await checkItems(game)),
    ...checkExpiry(game),
    ...accounts.findings,
  ];
  return accounts.isReachable ? [...findings, ...(await checkAccounts(game))] : findings;
}

async function checkAccounts({ accountDatabase, options }: RagnarokCheck): Promise<Finding[]> {
  const table = await checkTables(accountDatabase, [ACCOUNTS], UPDATE_HINT);
  return [
    ...table,
    ...(await checkOwnTable(accountDatabase, 'waygate_accounts', accountsTable('mysql'))),
    ...(await checkOwnTable(accountDatabase, 'waygate_locks', LOCKS_TABLE)),
    ...(table.some(({ level }) => level === 'error') ? [] : await checkPasswords(accountDatabase, options)),
  ];
}

async function checkEngines({ database, mailbox }: RagnarokCheck): Promise<Finding[]> {
  const engines = await selectEngines(database);
  const others = mailbox.tables.filter((table) => engines.has(table) && engines.get(table) !== 'InnoDB');
  if (others.length === 0) {
    return [{ level: 'ok', message: 'Mails and receipts are written in one transaction.' }];
  }
  const named = others.map((table) => `\`${table}\` (${engines.get(table)})`).join(' and ');
  return [
    {
      level: 'warning',
      message:
        `${named}: what isn't InnoDB has no transactions. The bridge hides each mail until it is recorded, so a killed process loses and ` +
        'doubles nothing; a power cut may lose mails that players had already.',
      remedy: `Stop the game and the bridge, back up, and run: ${others.map((table) => `ALTER TABLE \`${table}\` ENGINE=InnoDB;`).join(' ')}`,
    },
  ];
}

async function checkItems({ database, items }: RagnarokCheck): Promise<Finding[]> {
  const tables = await items.tables(database);
  if (tables.length > 0) {
    return [{ level: 'ok', message: `Item ids are checked against ${tables.join(', ')}.` }];
  }
  return [
    {
      level: 'warning',
      message:
        'The game reads its items from files, so the bridge sends an id that the game does not know as well, and the player gets nothing for it.',
      remedy:
        'Check the ids of items in the portal, and list weapons, armour and pets under `unstackable`: only one of them fits in a slot.',
    },
  ];
}

function checkExpiry({ mailbox }: RagnarokCheck): Finding[] {
  if (mailbox.keepSeconds === null) return [{ level: 'ok', message: 'Mails stay until they are collected.' }];
  const days = Math.round(mailbox.keepSeconds / 86_400);
  return [
    {
      level: 'warning',
      message: `The game destroys what is not collected within ${days} days. The portal shows players the date.`,
      remedy: 'See "Mail that expires" in the documentation of this preset.',
    },
  ];
}

/** Whether the passwords in the table look like what the configuration says. */
async function checkPasswords(database: GameDatabase, { passwords }: RagnarokOptions): Promise<Finding[]> {
  const [row] = await database.query<{ players: number; hashes: string }>(
    `select count(*) as players, coalesce(sum(user_pass regexp '^[0-9a-fA-F]{32}$'), 0) as hashes
     from (select user_pass from login where sex <> 'S' order by account_id desc limit 50) newest`,
  );
  const players = row?.players ?? 0;
  const hashes = Number(row?.hashes ?? 0);
  if (players === 0 || (passwords === 'md5' ? hashes === players : hashes === 0)) {
    const weak =
      passwords === 'plain'
        ? ' The game stores passwords as they are: players should not use the one of the portal.'
        : '';
    return [{ level: 'ok', message: `Passwords are stored as ${passwords}.${weak}` }];
  }
  return [
    {
      level: 'warning',
      message: `\`passwords: ${passwords}\` does not fit the table: ${hashes} of the newest ${players} passwords look like MD5.`,
      remedy: 'Set `passwords` to `md5` if the login server has use_MD5_passwords, and to `plain` if not.',
    },
  ];
}
