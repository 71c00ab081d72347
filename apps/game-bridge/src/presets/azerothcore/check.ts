import type { Finding } from '#adapter.ts';
import { databaseFault, describeDatabaseError } from '#database/database-errors.ts';
import type { GameDatabase } from '#database/game-database.ts';
import { accountsTable } from '#game-accounts.ts';
import { checkConnection, checkOwnTable, checkTables, type TableNeed } from '#presets/shared/table-check.ts';
import { receiptsTable } from '#receipts.ts';
import { readVersion } from './characters.ts';
import { MAILS_TABLE } from './mails.queries.ts';
import { callSoap, type SoapSettings } from './soap-client.ts';

export type CheckContext = {
  database: GameDatabase;
  accountDatabase: GameDatabase;
  /** Undefined when not configured. */
  world: GameDatabase | undefined;
  soap: SoapSettings;
};

const UPDATE_HINT =
  'Update the server and its databases (the worldserver does it with Updates.EnableDatabases = 7), or name the right database.';
const CHARACTER_TABLES: TableNeed[] = [
  {
    table: 'mail',
    columns: ['id', 'receiver', 'subject', 'has_items', 'expire_time'],
    rights: ['SELECT'],
  },
  {
    table: 'characters',
    columns: ['guid', 'account', 'name', 'level', 'class', 'online'],
    rights: ['SELECT'],
  },
];
const ACCOUNT_TABLES: TableNeed[] = [
  {
    table: 'account',
    columns: ['id', 'username', 'salt', 'verifier', 'session_key', 'expansion', 'email', 'reg_mail'],
    rights: ['SELECT', 'INSERT', 'UPDATE'],
  },
  {
    table: 'account_banned',
    columns: ['id', 'bandate', 'unbandate', 'bannedby', 'banreason', 'active'],
    rights: ['SELECT', 'INSERT', 'UPDATE'],
  },
  { table: 'realmcharacters', columns: ['realmid', 'acctid', 'numchars'], rights: ['SELECT', 'INSERT'] },
  { table: 'realmlist', columns: ['id'], rights: ['SELECT'] },
];
const WORLD_TABLES: TableNeed[] = [
  { table: 'item_template', columns: ['entry', 'stackable', 'maxcount'], rights: ['SELECT'] },
];

/** The doctor of AzerothCore. */
export async function checkAzerothcore(context: CheckContext): Promise<Finding[]> {
  const { database, accountDatabase, world, soap } = context;
  return [
    ...(await checkSoap(soap)),
    ...(await checkDatabase(database, 'database', async () => [
      ...(await checkTables(database, CHARACTER_TABLES, UPDATE_HINT)),
      ...(await checkOwnTable(database, 'waygate_receipts', receiptsTable(database.dialect))),
      ...(await checkOwnTable(database, 'waygate_mails', MAILS_TABLE)),
    ])),
    ...(await checkDatabase(accountDatabase, 'accountDatabase', async () => [
      ...(await checkTables(accountDatabase, ACCOUNT_TABLES, UPDATE_HINT)),
      ...(await checkOwnTable(accountDatabase, 'waygate_accounts', accountsTable(accountDatabase.dialect))),
    ])),
    ...(world
      ? await checkDatabase(world, 'worldDatabase', () => checkTables(world, WORLD_TABLES, UPDATE_HINT))
      : [WITHOUT_WORLD]),
    AT_MOST_ONCE,
  ];
}

const WITHOUT_WORLD: Finding = {
  level: 'warning',
  message:
    'Without `worldDatabase`, each piece is counted as a stack of its own (200 potions are 17 mails), and an unknown item is noticed late.',
  remedy:
    'Add worldDatabase: mysql://user:password@127.0.0.1/acore_world, and GRANT SELECT ON acore_world.item_template.',
};
const AT_MOST_ONCE: Finding = {
  level: 'ok',
  message:
    'Items are sent at most once. When the worldserver dies or hangs in the middle, staff decide. Letters expire after 30 days.',
};

async function checkSoap(soap: SoapSettings): Promise<Finding[]> {
  const answer = await callSoap(soap, '.server info');
  switch (answer.is) {
    case 'done':
      return [{ level: 'ok', message: `The worldserver runs commands: ${readVersion(answer.text) ?? ''}.` }];
    case 'denied':
      return [
        {
          level: 'error',
          message: answer.text,
          remedy:
            `In the worldserver's console: account create ${soap.user} PASSWORD, then account set gmlevel ${soap.user} 3 -1. ` +
            'Write the password in `soap` of the configuration.',
        },
      ];
    case 'refused':
    case 'not_sent':
    case 'doubtful':
      return [
        {
          level: 'error',
          message: `The worldserver runs no command: ${answer.text}`,
          remedy:
            'Set SOAP.Enabled = 1, SOAP.IP and SOAP.Port in worldserver.conf, start it, and compare `soap` in the configuration.',
        },
      ];
  }
}

/** A broken connection or a denied statement is one finding, not the end of the check. */
async function checkDatabase(
  database: GameDatabase,
  field: string,
  checks: () => Promise<Finding[]>,
): Promise<Finding[]> {
  if (database.dialect !== 'mysql') {
    const message = 'AzerothCore keeps its data in MySQL or MariaDB.';
    return [{ level: 'error', message, remedy: `Begin \`${field}\` with mysql://` }];
  }
  const { findings, isReachable } = await checkConnection(database, field);
  if (!isReachable) return findings;
  try {
    return [...findings, ...(await checks())];
  } catch (error) {
    const what = databaseFault(error) === 'unreachable' ? 'broke off' : 'failed';
    const message = `The check of \`${field}\` ${what}: ${describeDatabaseError(error)}.`;
    return [...findings, { level: 'error', message, remedy: 'Run the check again.' }];
  }
}
