import { onTestFinished } from 'vitest';
import type { GameAdapter } from '#adapter.ts';
import { createAdapter } from '#presets/metin2/metin2.ts';
import { type MariadbDatabase, useMariadbDatabase } from './mariadb-database.ts';
import type { Engine } from './ragnarok-tables.ts';

/** The columns that the game and the bridge use, of tables of our own making; accounts and players are apart. */
export async function createMetin2Tables(
  player: MariadbDatabase,
  account: MariadbDatabase,
  engine: Engine,
): Promise<void> {
  await player.run(`
    create table item_award (
      id int unsigned not null auto_increment primary key, pid int unsigned not null default 0,
      login varchar(16) not null default '', vnum int unsigned not null default 0, count int unsigned not null default 0,
      given_time datetime not null default '0000-00-00 00:00:00', taken_time datetime null, item_id int unsigned null,
      why varchar(128) null, socket0 int not null default 0, mall tinyint not null default 0, key (taken_time)
    ) engine = ${engine} default charset = latin1;
    create table player (
      id int unsigned not null auto_increment primary key, account_id int unsigned not null default 0,
      name varchar(24) not null, job tinyint unsigned not null default 0, level tinyint unsigned not null default 1,
      last_play datetime not null default '0000-00-00 00:00:00'
    ) engine = ${engine} default charset = latin1;
    insert into player (id, account_id, name, job, level, last_play) values
      (31, 5, 'Yulan', 3, 75, now()), (32, 5, 'Old', 0, 1, now() - interval 2 hour)`);
  await account.run(`
    create table account (
      id int unsigned not null auto_increment primary key, login varchar(30) not null unique,
      password varchar(45) not null default '', social_id varchar(13) not null default '', email varchar(64) not null default '',
      create_time datetime not null default '0000-00-00 00:00:00', status varchar(8) not null default 'OK',
      availDt datetime not null default '0000-00-00 00:00:00'
    ) engine = ${engine} auto_increment = 100 default charset = latin1;
    insert into account (id, login, password) values (5, 'Player5', password('secret5'))`);
}

export type Metin2Test = {
  player: MariadbDatabase;
  account: MariadbDatabase;
  adapter: GameAdapter;
  restart: (onStep?: (step: string) => void) => Promise<GameAdapter>;
  /** What the game's own query loads for the account: `count x vnum`. */
  itemShop: () => Promise<string[]>;
};

export async function useMetin2(engine: Engine, options: Record<string, unknown> = {}): Promise<Metin2Test> {
  const [player, account] = [await useMariadbDatabase(), await useMariadbDatabase()];
  await createMetin2Tables(player, account, engine);
  const restart: Metin2Test['restart'] = async (onStep) => {
    const config = { database: player.url(), accountDatabase: account.url(), soap: undefined };
    const created = await createAdapter(
      { ...config, options: { allowAlter: true, ...options } },
      onStep ? { onStep } : {},
    );
    let closing: Promise<void> | undefined;
    const close = () => (closing ??= created.close());
    onTestFinished(close);
    return { ...created, close };
  };
  const adapter = await restart();
  for (const { fix } of await adapter.check()) await fix?.();
  const itemShop = async () => {
    const rows = await player.rows<{ vnum: number; count: number }>(
      `select id, login, vnum, count from item_award where taken_time is null and id > 0 and mall = 1
       and login = 'Player5' order by id`,
    );
    return rows.map(({ vnum, count }) => `${count}x${vnum}`);
  };
  return { player, account, adapter, restart, itemShop };
}
