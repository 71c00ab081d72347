import { type MariadbDatabase, openMariadbDatabase } from '#test/open-mariadb-database.ts';

/** Tables of our own writing, with the columns that matter here. */
const CHARACTERS = `
  create table characters (
    guid int unsigned not null primary key, account int unsigned not null, name varchar(12) not null,
    level tinyint unsigned not null default 1, class tinyint unsigned not null default 1,
    online tinyint unsigned not null default 0, key (account)) engine=InnoDB;
  create table mail (
    id int unsigned not null primary key, messageType tinyint unsigned not null default 0,
    stationery tinyint not null default 41, sender int unsigned not null, receiver int unsigned not null,
    subject longtext, body longtext, has_items tinyint unsigned not null default 0,
    expire_time int unsigned not null, deliver_time int unsigned not null, money int unsigned not null default 0,
    checked tinyint unsigned not null default 0, key (receiver)) engine=InnoDB;
  create table mail_items (
    mail_id int unsigned not null, item_guid int unsigned not null primary key, receiver int unsigned not null) engine=InnoDB;
  create table item_instance (
    guid int unsigned not null primary key auto_increment, itemEntry int unsigned not null, owner_guid int unsigned not null,
    count int unsigned not null) engine=InnoDB;
  insert into characters (guid, account, name, level, class) values
    (7, 1, 'Thrall', 80, 7), (8, 1, 'Jaina', 12, 8), (9, 2, 'Uther', 3, 2);
`;
const AUTH = `
  create table account (
    id int unsigned not null primary key auto_increment, username varchar(32) not null default '' unique,
    salt binary(32) not null, verifier binary(32) not null, session_key binary(40) null,
    email varchar(255) not null default '', reg_mail varchar(255) not null default '',
    expansion tinyint unsigned not null default 2) engine=InnoDB;
  create table account_banned (
    id int unsigned not null, bandate int unsigned not null, unbandate int unsigned not null, bannedby varchar(50) not null,
    banreason varchar(255) not null, active tinyint unsigned not null default 1, primary key (id, bandate)) engine=InnoDB;
  create table realmlist (id int unsigned not null primary key, name varchar(32) not null);
  create table realmcharacters (
    realmid int unsigned not null, acctid int unsigned not null, numchars tinyint unsigned not null,
    primary key (realmid, acctid)) engine=InnoDB;
  insert into realmlist values (1, 'Azeroth'), (2, 'Test');
  insert into account (id, username, salt, verifier) values (1, 'FIRST', 'a', 'b'), (2, 'SECOND', 'a', 'b');
`;
const WORLD = `
  create table item_template (
    entry int unsigned not null primary key, stackable int not null default 1, maxcount int not null default 0) engine=InnoDB;
  insert into item_template values (49426, 1, 0), (33470, 20, 0), (19019, 1, 1), (2901, 2147483647, 0);
`;

export type AzerothcoreDatabases = {
  characters: MariadbDatabase;
  auth: MariadbDatabase;
  world: MariadbDatabase;
  drop: () => Promise<void>;
};

/** The three databases of a server with three characters of two accounts. */
export async function createAzerothcoreDatabases(port: number): Promise<AzerothcoreDatabases> {
  const characters = await openMariadbDatabase(port);
  const auth = await openMariadbDatabase(port);
  const world = await openMariadbDatabase(port);
  await characters.run(CHARACTERS);
  await auth.run(AUTH);
  await world.run(WORLD);
  return {
    characters,
    auth,
    world,
    drop: async () => {
      for (const database of [characters, auth, world]) await database.drop();
    },
  };
}

/** What the player finds in a mailbox: of each letter, the pieces of each item. */
export function readMailbox(
  characters: MariadbDatabase,
): Promise<{ receiver: number; subject: string; itemId: number; pieces: number }[]> {
  return characters.rows(`
    select m.receiver, m.subject, i.itemEntry as itemId, cast(sum(i.count) as unsigned) as pieces
    from mail m join mail_items a on a.mail_id = m.id join item_instance i on i.guid = a.item_guid
    group by m.id, i.itemEntry order by m.id`);
}
