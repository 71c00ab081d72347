import type { MariadbDatabase } from './open-mariadb-database.ts';
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
