import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { GameAdapter } from '#adapter.ts';
import type { GameDatabase } from '#database/game-database.ts';
import { openGameDatabase } from '#database/open-game-database.ts';
import type { Dialect } from '#database/named-parameters.ts';
import { usePostgresDatabase } from '#test/postgres-database.ts';
import { createMariadbDatabase } from '#test/mariadb-database.ts';
import { createAdapter } from '#presets/sql/sql.ts';

/** A small game of our own: its accounts, its characters, their mailboxes and a premium time. */
const TABLES = [
  'create table accounts (id integer primary key, login varchar(30) not null unique, hash varchar(60) not null, locked integer not null default 0)',
  'create table characters (id integer primary key, account_id integer not null, name varchar(40) not null, level integer not null, online integer not null)',
  'create table mails (mail_key varchar(100) primary key, character_id integer not null, item integer not null, amount integer not null)',
  'create table premium (account_id integer primary key, days integer not null)',
  `insert into accounts (id, login, hash) values (70, 'hero', 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'), (71, 'idle', '')`,
  `insert into characters values (700, 70, 'Kara', 12, 1), (701, 70, 'Belwyn', 3, 0), (710, 71, 'Orda', 1, 0)`,
  'insert into premium values (70, 0)',
];

const COMPARED = 'w.game_account_id = c.account_id';

export const OPTIONS = {
  statements: {
    character: 'select 1 from characters where id = :characterId',
    item: 'select 1 from (select 7001 as id union select 7002) known where id = :itemId',
    inboxFull:
      'select 1 from (select count(*) as n from mails where character_id = :characterId) filled where n >= 3',
    grant: {
      item: 'insert into mails (mail_key, character_id, item, amount) values (:key, :characterId, :itemId, :quantity)',
      club_days: ['update premium set days = days + :quantity where account_id = :gameAccountId'],
      founder_package: [],
    },
    revoke: {
      item: 'delete from mails where mail_key = :revokesKey',
      club_days: 'update premium set days = days - :quantity where account_id = :gameAccountId',
    },
    characters: `select w.account_dbid as account_id, c.id as character_id, c.name, c.level, 'Hero' as class, c.online
      from characters c join waygate_accounts w on w.game_account_id = c.account_id
      where w.account_dbid between :from and :to order by c.id`,
    status: 'select sum(online) as players_online, 500 as capacity from characters',
    accounts: {
      exists: 'select id from accounts where login = :login',
      create: `insert into accounts (id, login, hash) select max(id) + 1, :login, :verifier from accounts`,
      setPassword: 'update accounts set hash = :verifier where id = :gameAccountId',
      rename: 'update accounts set login = :newLogin where id = :gameAccountId',
      lock: 'update accounts set locked = 1 where id = :gameAccountId',
      unlock: 'update accounts set locked = 0 where id = :gameAccountId',
      verify: 'select id, hash as verifier from accounts where login = :login',
    },
  },
  accounts: {
    scheme: 'sha1',
    login: { min: 3, max: 30, characters: 'word' },
    password: { min: 6, max: 40, characters: 'printable_ascii' },
    isCaseSensitive: true,
  },
};

export type Game = {
  adapter: GameAdapter;
  database: GameDatabase;
  open: (options?: object) => Promise<GameAdapter>;
  rows: (statement: string) => Promise<unknown[][]>;
};

/** The game, with the tables of the bridge unless `isBare`; removed when the test ends. */
export async function openGame(dialect: Dialect, { isBare = false, engine = 'InnoDB' } = {}): Promise<Game> {
  const address = await ADDRESSES[dialect]();
  const database = await openGameDatabase(address);
  for (const table of TABLES) {
    const suffix = dialect === 'mysql' && table.startsWith('create') ? ` engine = ${engine}` : '';
    await database.execute(table + suffix);
  }
  const open = async (options: object = OPTIONS) => {
    // PostgreSQL compares no text with a number.
    const compared = dialect === 'postgres' ? 'w.game_account_id = c.account_id::text' : COMPARED;
    const adapter = await createAdapter({
      database: address,
      accountDatabase: address,
      soap: undefined,
      options: JSON.parse(JSON.stringify(options).replace(COMPARED, compared)),
    });
    opened.push(adapter);
    return adapter;
  };
  const opened: GameAdapter[] = [];
  const adapter = await open();
  // Before the folder or the database goes, which was registered earlier.
  onTestFinished(async () => {
    for (const one of opened) await one.close();
    await database.close();
  });
  if (!isBare) for (const { fix } of await adapter.check()) await fix?.();
  const rows = async (statement: string) =>
    (await database.query(statement)).map((row) => Object.values(row));
  return { adapter, database, open, rows };
}

const ADDRESSES: Record<Dialect, () => string | Promise<string>> = {
  mysql: mysqlAddress,
  postgres: usePostgresDatabase,
  sqlite: sqliteAddress,
};

async function mysqlAddress(): Promise<string> {
  const { url, drop } = await createMariadbDatabase();
  onTestFinished(drop);
  return url();
}

function sqliteAddress(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-sql-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return `sqlite:${path.join(folder, 'game.sqlite')}`;
}
