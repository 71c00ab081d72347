import type { Finding } from '#adapter.ts';
import type { GameDatabase } from '#database/game-database.ts';
import { accountsTable } from '#game-accounts.ts';
import { isListening } from '#presets/shared/port-probe.ts';
import { checkConnection, checkOwnTable, checkTables, type TableNeed } from '#presets/shared/table-check.ts';
import { findTablesWithoutTransactions } from '#presets/shared/transaction-tables.ts';
import { receiptsTable } from '#receipts.ts';
import type { OpenTibiaServer } from './open-tibia.ts';
import type { OpenTibiaOptions } from './options.ts';

export type OpenTibiaCheck = {
  database: GameDatabase;
  server: OpenTibiaServer;
  options: OpenTibiaOptions;
  scheme: 'sha1' | 'argon2id_raw';
};

const UPDATE_HINT =
  'Start the current version of the game once: it migrates its own database. Or name the right database.';
/** Salt and hash of argon2id in Base64, with their two signs. */
const LONGEST_PASSWORD = { sha1: 40, argon2id_raw: 120 };

/** The doctor of Canary and TFS. */
export async function checkOpenTibia(context: OpenTibiaCheck): Promise<Finding[]> {
  const { database, server, options } = context;
  if (database.dialect !== 'mysql') {
    const message = `${server.name} keeps its data in MySQL or MariaDB.`;
    return [{ level: 'error', message, remedy: 'Begin `database` with mysql://' }];
  }
  const { findings, isReachable } = await checkConnection(database, 'database');
  if (!isReachable) return findings;
  const tables = await checkTables(database, tablesOf(server), UPDATE_HINT);
  const areComplete = tables.every(({ level }) => level === 'ok');
  return [
    ...findings,
    ...tables,
    ...(await checkOwnTable(database, 'waygate_receipts', receiptsTable(database.dialect))),
    ...(await checkOwnTable(database, 'waygate_accounts', accountsTable(database.dialect))),
    ...(await checkEngines(context)),
    ...(areComplete ? await checkPasswords(context) : []),
    ...(areComplete ? await checkBanPlayer(database, options.banPlayerId) : []),
    ...checkMapping(server, options),
    ...(await checkAddress(options.gameAddress)),
  ];
}

function tablesOf({ coins, premium }: OpenTibiaServer): TableNeed[] {
  const columns = Object.values(coins).map(({ column }) => column);
  const history: TableNeed = {
    table: 'coins_transactions',
    columns: ['account_id', 'type', 'coin_type', 'amount', 'description'],
    rights: ['INSERT'],
  };
  return [
    {
      table: 'accounts',
      columns: ['id', 'name', 'password', 'email', 'creation', premium.column, ...columns],
      rights: ['SELECT', 'INSERT', 'UPDATE'],
    },
    {
      table: 'account_bans',
      columns: ['account_id', 'reason', 'banned_at', 'expires_at', 'banned_by'],
      rights: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    },
    {
      table: 'players',
      columns: ['id', 'account_id', 'name', 'level', 'vocation', 'deletion'],
      rights: ['SELECT'],
    },
    { table: 'players_online', columns: ['player_id'], rights: ['SELECT'] },
    ...(columns.length > 0 ? [history] : []),
  ];
}

/** Coins and receipt must be one transaction. */
export function tablesOfDeliveries({ coins }: OpenTibiaServer): string[] {
  return Object.keys(coins).length > 0 ? ['accounts', 'coins_transactions'] : ['accounts'];
}

async function checkEngines({ database, server }: OpenTibiaCheck): Promise<Finding[]> {
  const found = await findTablesWithoutTransactions(database, tablesOfDeliveries(server));
  return found.map(({ table, engine }) => ({
    level: 'error' as const,
    message: `\`${table}\` is of the engine ${engine}, which has no transactions: nothing is delivered, because a crash could give coins twice, or take them.`,
    remedy: `Stop the game, back up, and run: ALTER TABLE \`${table}\` ENGINE=InnoDB;`,
  }));
}

async function checkPasswords({ database, scheme }: OpenTibiaCheck): Promise<Finding[]> {
  const [column] = await database.query<{ length: number }>(
    `select character_maximum_length as length from information_schema.columns
     where table_schema = database() and table_name = 'accounts' and column_name = 'password'`,
  );
  const length = column?.length ?? 0;
  if (length < LONGEST_PASSWORD[scheme]) {
    return [
      {
        level: 'error',
        message: `\`accounts.password\` holds ${length} characters, too few for passwords of the form ${scheme}.`,
        remedy:
          scheme === 'sha1'
            ? UPDATE_HINT
            : 'Set passwordType: sha1 in the configuration, or update the game.',
      },
    ];
  }
  return [
    { level: 'ok', message: `Passwords are stored as ${scheme}. Players sign in with their email address.` },
  ];
}

async function checkBanPlayer(database: GameDatabase, banPlayerId: number | undefined): Promise<Finding[]> {
  const remedy =
    "Create a character such as 'Portal' that nobody plays, and set banPlayerId to its number: SELECT id FROM players WHERE name = 'Portal';";
  if (banPlayerId === undefined) {
    const message =
      'Without banPlayerId, a player who is banned in the portal can still play: the game wants to know who banned.';
    return [{ level: 'error', message, remedy }];
  }
  const [player] = await database.query<{ name: string }>(
    'select name from players where id = :banPlayerId',
    {
      banPlayerId,
    },
  );
  if (!player)
    return [{ level: 'error', message: `There is no player with the number ${banPlayerId}.`, remedy }];
  return [{ level: 'ok', message: `Players who are banned in the portal read the name ${player.name}.` }];
}

function checkMapping(server: OpenTibiaServer, { items, kinds }: OpenTibiaOptions): Finding[] {
  const message = `This version brings coins and premium time into ${server.name}, but no items.`;
  const mapped = [...Object.keys(items).map((id) => `item ${id}`), ...Object.keys(kinds)];
  if (mapped.length > 0) return [{ level: 'ok', message: `${message} It delivers ${mapped.join(', ')}.` }];
  const effect = Object.keys(server.coins)[0] ?? 'premiumDays';
  return [
    {
      level: 'warning',
      message: `${message} Nothing is mapped, so every delivery is rejected.`,
      remedy: `Map an item of a product, such as "items: { 7001: { ${effect}: 250 } }", or a kind: "kinds: { club_days: { premiumDays: 1 } }".`,
    },
  ];
}

async function checkAddress(gameAddress: string | undefined): Promise<Finding[]> {
  if (gameAddress === undefined) {
    const message = 'Without gameAddress, the portal shows the game as online while its database answers.';
    return [{ level: 'warning', message, remedy: 'Set gameAddress: 127.0.0.1:7171' }];
  }
  if (await isListening(gameAddress))
    return [{ level: 'ok', message: `The game listens at ${gameAddress}.` }];
  const message = `Nothing listens at ${gameAddress}: the game is off, or listens elsewhere.`;
  return [{ level: 'warning', message, remedy: 'Start the game, or correct gameAddress.' }];
}
