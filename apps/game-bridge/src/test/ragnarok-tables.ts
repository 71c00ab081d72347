import type { MariadbDatabase } from './open-mariadb-database.ts';

export type Engine = 'InnoDB' | 'MyISAM';
type Preset = 'rathena' | 'hercules';

/** The columns that the game and the bridge use, of tables of our own making. */
export async function createRagnarokTables(
  database: MariadbDatabase,
  preset: Preset,
  { mails, items, others }: { mails: Engine; items: Engine; others: Engine },
): Promise<void> {
  const isUnique = preset === 'hercules' ? 'unique' : '';
  await database.run(`
    create table login (
      account_id int unsigned not null auto_increment primary key,
      userid varchar(23) not null, user_pass varchar(32) not null default '',
      sex enum('M', 'F', 'S') not null default 'M', email varchar(39) not null default '',
      group_id tinyint not null default 0, state int unsigned not null default 0,
      unban_time int unsigned not null default 0, ${isUnique} key name (userid)
    ) engine = ${others} auto_increment = 2000100;
    create table \`char\` (
      char_id int unsigned not null auto_increment primary key, account_id int unsigned not null,
      name varchar(30) not null unique, class smallint unsigned not null default 0,
      base_level smallint unsigned not null default 1, online tinyint not null default 0
    ) engine = ${others};
    insert into login (account_id, userid, user_pass, sex) values (1, 's1', 'p1', 'S'), (2000005, 'player5', 'secret5', 'M');
    insert into \`char\` (char_id, account_id, name, class, base_level, online)
      values (150005, 2000005, 'Aria', 7, 99, 1), (150006, 2000006, 'Somebody', 0, 1, 0);
    ${preset === 'rathena' ? rathenaMail(mails, items) : herculesMail(mails, items)}`);
}

function rathenaMail(mails: Engine, items: Engine): string {
  return `
    create table mail (
      id bigint unsigned not null auto_increment primary key, send_name varchar(30) not null default '',
      send_id int unsigned not null default 0, dest_name varchar(30) not null default '',
      dest_id int unsigned not null default 0, title varchar(45) not null default '',
      message varchar(500) not null default '', time int unsigned not null default 0,
      status tinyint not null default 0, zeny int unsigned not null default 0, type smallint not null default 0
    ) engine = ${mails};
    create table mail_attachments (
      id bigint unsigned not null, \`index\` smallint unsigned not null default 0,
      nameid int unsigned not null default 0, amount int unsigned not null default 0,
      refine tinyint unsigned not null default 0, identify smallint not null default 0, primary key (id, \`index\`)
    ) engine = ${items};`;
}

function herculesMail(mails: Engine, items: Engine): string {
  return `
    create table rodex_mail (
      mail_id bigint not null auto_increment primary key, sender_name varchar(30) not null, sender_id int not null,
      receiver_name varchar(30) not null, receiver_id int not null, receiver_accountid int not null,
      title varchar(50) not null, body varchar(510) not null, zeny bigint not null, type tinyint unsigned not null,
      is_read tinyint not null, sender_read tinyint not null, send_date int not null, expire_date int not null,
      weight int not null
    ) engine = ${mails};
    create table rodex_items (
      id int not null auto_increment primary key, mail_id bigint not null default 0, nameid int not null default 0,
      amount int not null default 0, identify smallint not null default 0, refine tinyint unsigned not null default 0,
      expire_time int unsigned not null default 0, key mail_id (mail_id)
    ) engine = ${items};`;
}

/** What the player sees: per mail its items, as the game's own inbox query finds them. */
export async function readInbox(
  database: MariadbDatabase,
  preset: Preset,
  { characterId, accountId }: { characterId: number; accountId: number },
): Promise<string[]> {
  const [mails, items] =
    preset === 'rathena'
      ? [
          `select id from mail where dest_id = ${characterId} and status < 3 order by id limit 31`,
          (id: number) =>
            `select nameid, amount, identify from mail_attachments where id = ${id} order by \`index\` limit 5`,
        ]
      : [
          `select mail_id as id from rodex_mail where expire_date > unix_timestamp()
             and (receiver_id = ${characterId} or receiver_accountid = ${accountId}) order by mail_id`,
          (id: number) =>
            `select nameid, amount, identify from rodex_items where mail_id = ${id} order by id limit 5`,
        ];
  const inbox: string[] = [];
  for (const { id } of await database.rows<{ id: number }>(mails)) {
    const found = await database.rows<{ nameid: number; amount: number; identify: number }>(items(id));
    inbox.push(
      found
        .map(({ nameid, amount, identify }) => `${amount}x${nameid}${identify === 1 ? '' : '?'}`)
        .join(' '),
    );
  }
  return inbox;
}

/** The player takes everything out, as the game does it, and deletes the mails. */
export async function collectEverything(
  database: MariadbDatabase,
  preset: Preset,
  { isDeleted }: { isDeleted: boolean },
): Promise<void> {
  const [mails, items] = preset === 'rathena' ? ['mail', 'mail_attachments'] : ['rodex_mail', 'rodex_items'];
  await database.run(`delete from ${items}; ${isDeleted ? `delete from ${mails}` : ''}`);
}
