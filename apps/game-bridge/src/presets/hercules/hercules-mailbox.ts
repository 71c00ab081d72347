import type { GameConnection } from '#database/game-database.ts';
import {
  idList,
  type Mail,
  type Mailbox,
  type MailPart,
  type Recipient,
  reference,
} from '#presets/ragnarok/mailbox.ts';

/** Fifteen days, as the servers have it compiled in. */
const KEEP_SECONDS = 15 * 86_400;
/** `type` of a mail of the server (8) with items (4). */
const FROM_SERVER_WITH_ITEMS = 12;
/** The account's tab has no name to show. */
const NOBODY = 'Account';
/** The inbox has no limit; nobody collects more from one delivery. */
const INBOX_LIMIT = 100;

export type HerculesMails = { sender: string; title: string; message: string };

/** Mails in `rodex_mail`, with their items in `rodex_items`. One whose `expire_date` is 0 is in no inbox. */
export function createHerculesMailbox({ sender, title, message }: HerculesMails): Mailbox {
  return {
    tables: ['rodex_mail', 'rodex_items'],
    inboxLimit: INBOX_LIMIT,
    maxParts: 5,
    keepSeconds: KEEP_SECONDS,
    // A hidden mail can still be emptied by a player who has it open, so waiting would not help.
    settleMs: 0,
    findRecipient,
    write: (connection, mail) => writeMail(connection, mail, { sender, title, message }),
    findHidden: async (connection, key) => {
      const rows = await connection.query<{ id: number }>(
        `select mail_id as id from rodex_mail where expire_date = 0 and instr(binary body, :reference) > 0`,
        { reference: reference(key) },
      );
      return rows.map(({ id }) => id);
    },
    findOwn: async (connection, ids, key) => {
      const rows = await connection.query<{ id: number }>(
        `select mail_id as id from rodex_mail where mail_id in (${idList(ids)}) and instr(binary body, :reference) > 0`,
        { reference: reference(key) },
      );
      return rows.map(({ id }) => id);
    },
    publish: async (connection, ids) => {
      await connection.execute(
        `update rodex_mail set send_date = unix_timestamp(), expire_date = unix_timestamp() + ${KEEP_SECONDS}
         where mail_id in (${idList(ids)}) and expire_date = 0`,
      );
    },
    hide: async (connection, ids) => {
      await connection.execute(`update rodex_mail set expire_date = 0 where mail_id in (${idList(ids)})`);
    },
    show: async (connection, ids, collectBy) => {
      await connection.execute(
        `update rodex_mail set expire_date = :collectBy where mail_id in (${idList(ids)}) and expire_date = 0`,
        { collectBy: collectBy ?? 0 },
      );
    },
    remove: async (connection, ids) => {
      await connection.execute(`delete from rodex_items where mail_id in (${idList(ids)})`);
      await connection.execute(`delete from rodex_mail where mail_id in (${idList(ids)})`);
    },
    countParts: async (connection, ids) => {
      const rows = await connection.query<{ id: number; parts: number }>(
        `select m.mail_id as id, count(i.mail_id) as parts
         from rodex_mail m left join rodex_items i on i.mail_id = m.mail_id
         where m.mail_id in (${idList(ids)}) group by m.mail_id`,
      );
      return new Map(rows.map(({ id, parts }) => [id, parts]));
    },
  };
}

async function findRecipient(
  connection: GameConnection,
  { accountId, characterId }: { accountId: number; characterId: number | null },
): Promise<Recipient | undefined> {
  if (characterId === null) {
    const [clock] = await connection.query<{ now: number }>('select unix_timestamp() as now');
    return { accountId, characterId, name: NOBODY, inboxSize: 0, now: clock?.now ?? 0 };
  }
  const [row] = await connection.query<{ name: string; now: number }>(
    'select name, unix_timestamp() as now from `char` where char_id = :characterId and account_id = :accountId',
    { characterId, accountId },
  );
  return row && { ...row, accountId, characterId, inboxSize: 0 };
}

async function writeMail(
  connection: GameConnection,
  { recipient, key, parts, isHidden }: Mail,
  { sender, title, message }: HerculesMails,
): Promise<number> {
  const { insertId } = await connection.execute(
    `insert into rodex_mail (sender_name, sender_id, receiver_name, receiver_id, receiver_accountid, title, body,
       zeny, type, is_read, sender_read, send_date, expire_date, weight)
     values (:sender, 0, :name, :characterId, :accountId, :title, :body, 0, ${FROM_SERVER_WITH_ITEMS}, 0, 0,
       unix_timestamp(), if(:isHidden = 1, 0, unix_timestamp() + ${KEEP_SECONDS}), 0)`,
    {
      sender,
      name: recipient.name,
      characterId: recipient.characterId ?? 0,
      accountId: recipient.characterId === null ? recipient.accountId : 0,
      title,
      body: `${message} ${reference(key)}`,
      isHidden: isHidden ? 1 : 0,
    },
  );
  await insertItems(connection, insertId, parts);
  return insertId;
}

async function insertItems(connection: GameConnection, mailId: number, parts: MailPart[]): Promise<void> {
  const rows = parts.map((_, place) => `(:mailId, :item${place}, :amount${place}, 1, :expiresAt${place})`);
  const values = parts.flatMap(({ itemId, amount, expiresAt }, place) => [
    [`item${place}`, itemId],
    [`amount${place}`, amount],
    [`expiresAt${place}`, expiresAt ?? 0],
  ]);
  await connection.execute(
    `insert into rodex_items (mail_id, nameid, amount, identify, expire_time) values ${rows.join(', ')}`,
    { mailId, ...Object.fromEntries(values) },
  );
}
