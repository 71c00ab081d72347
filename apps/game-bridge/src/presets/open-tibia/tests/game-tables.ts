import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { onTestFinished } from 'vitest';
import type { GameAdapter } from '#adapter.ts';
import { PRESETS } from '#presets.ts';
import { makeGrant } from '#test/deliveries.ts';
import { createMariadbDatabase, type MariadbDatabase } from '#test/mariadb-database.ts';

export type ServerName = 'canary' | 'tfs';

/** Tables of our own writing, with the columns that matter here. */
const ACCOUNTS = {
  canary: `
    create table accounts (
      id int unsigned not null auto_increment primary key, name varchar(32) not null unique,
      password varchar(255) not null, email varchar(255) not null default '', premdays int not null default 0,
      lastday int unsigned not null default 0, type tinyint unsigned not null default 1,
      coins int unsigned not null default 0, coins_transferable int unsigned not null default 0,
      creation int unsigned not null default 0, key (email)) engine=InnoDB;
    create table coins_transactions (
      id int unsigned not null auto_increment primary key, account_id int unsigned not null,
      type tinyint unsigned not null, coin_type tinyint unsigned not null default 1, amount int unsigned not null,
      description varchar(3500) not null, foreign key (account_id) references accounts (id)) engine=InnoDB;`,
  tfs: `
    create table accounts (
      id int unsigned not null auto_increment primary key, name varchar(32) not null unique,
      password char(40) not null, secret char(16) null, premium_ends_at int unsigned not null default 0,
      email varchar(255) not null default '', creation int not null default 0) engine=InnoDB;`,
};
const PLAYERS = `
  create table players (
    id int not null auto_increment primary key, name varchar(255) not null unique, account_id int unsigned not null,
    level int not null default 1, vocation int not null default 0, deletion bigint not null default 0,
    foreign key (account_id) references accounts (id)) engine=InnoDB;
  create table players_online (player_id int not null primary key) engine=MEMORY;
  create table account_bans (
    account_id int unsigned not null primary key, reason varchar(255) not null, banned_at bigint not null,
    expires_at bigint not null, banned_by int not null,
    foreign key (account_id) references accounts (id), foreign key (banned_by) references players (id)) engine=InnoDB;
  insert into accounts (id, name, password, email) values
    (1, 'portal', '-', ''), (2, 'player', sha1('secret'), 'player@example.org');
  insert into players (id, name, account_id, level, vocation, deletion) values
    (1, 'Portal', 1, 1, 0, 0), (2, 'Bubble', 2, 150, 8, 0), (3, 'Eternal', 2, 8, 10, 0), (4, 'Gone', 2, 9, 1, 1);
`;

export const OPTIONS = {
  canary: {
    banPlayerId: 1,
    items: { 7001: { coins: 250 }, 7002: { transferableCoins: 10, premiumDays: 2 } },
    kinds: { club_days: { premiumDays: 1 } },
  },
  tfs: { banPlayerId: 1, items: { 7001: { premiumDays: 30 } }, kinds: { club_days: { premiumDays: 1 } } },
};
export const PREMIUM_COLUMN = { canary: 'lastday', tfs: 'premium_ends_at' };

export async function createGame(server: ServerName, port?: number): Promise<MariadbDatabase> {
  const game = await createMariadbDatabase(port);
  await game.run(ACCOUNTS[server] + PLAYERS);
  return game;
}

/** A game whose account 2 is the portal's account 5. Dropped when the running test ends. */
export async function useGame(server: ServerName): Promise<MariadbDatabase> {
  const game = await createGame(server);
  onTestFinished(game.drop);
  return game;
}

/** With the tables that `check --fix` makes. */
export async function openAdapter(
  server: ServerName,
  game: MariadbDatabase,
  options: Record<string, unknown> = {},
): Promise<GameAdapter> {
  const config = {
    database: game.url(),
    accountDatabase: game.url(),
    soap: undefined,
    options: { ...OPTIONS[server], ...options },
  };
  const preset = await PRESETS[server]?.();
  const adapter = await preset?.createAdapter(config);
  if (!adapter) throw new Error(`There is no preset ${server}.`);
  for (const { fix } of await adapter.check()) await fix?.();
  await game.run(`insert ignore into waygate_accounts values (5, 'player', '2')`);
  return adapter;
}

export function grant(changes: Partial<Delivery> = {}): Delivery {
  return makeGrant({
    login: 'player',
    gameAccountId: '2',
    characterId: null,
    characterName: null,
    itemId: 7001,
    quantity: 1,
    ...changes,
  });
}

export async function readAccount(
  game: MariadbDatabase,
  id: number | string = 2,
): Promise<Record<string, number | string>> {
  const [row] = await game.rows<Record<string, number | string>>(
    `select *, unix_timestamp() as now from accounts where id = ${id}`,
  );
  return row ?? {};
}
