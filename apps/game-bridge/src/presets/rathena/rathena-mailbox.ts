import type { GameConnection } from '#database/game-database.ts';
import {
  idList,
  type Mail,
  type Mailbox,
  type MailPart,
  type Recipient,
  reference,
} from '#presets/ragnarok/mailbox.ts';

/** A status that the inbox query leaves out: it reads those below. */
const HIDDEN = 3;
const NEW = 0;
const UNREAD = 1;
/** Longer than the char server takes between reading a mail's items and deleting them. */
const SETTLE_MS = 250;

export type RathenaMails = { sender: string; title: string; message: string; mailReturnDays: number };

/** Mails in `mail`, with their items in `mail_attachments`. The char server reads both at each look into the inbox. */
export function createRathenaMailbox({ sender, title, message, mailReturnDays }: RathenaMails): Mailbox {
  return {
    tables: ['mail', 'mail_attachments'],
    inboxLimit: 30,
    maxParts: 5,
    keepSeconds: mailReturnDays === 0 ? null : mailReturnDays * 86_400,
    settleMs: SETTLE_MS,
    findRecipient,
    write: (connection, mail) => writeMail(connection, mail, { sender, title, message }),
    findHidden: async (connection, key) => {
      const rows = await connection.query<{ id: number }>(
        `select id from mail where status = ${HIDDEN} and instr(binary message, :reference) > 0`,
        { reference: reference(key) },
      );
      return rows.map(({ id }) => id);
    },
    findOwn: async (connection, ids, key) => {
      const rows = await connection.query<{ id: number }>(
        `select id from mail where id in (${idList(ids)}) and instr(binary message, :reference) > 0`,
        { reference: reference(key) },
      );
      return rows.map(({ id }) => id);
    },
    publish: async (connection, ids) => {
      await connection.execute(
        `update mail set status = ${NEW}, time = unix_timestamp() where id in (${idList(ids)}) and status = ${HIDDEN}`,
      );
    },
    hide: async (connection, ids) => {
      await connection.execute(
        `update mail set status = ${HIDDEN} where id in (${idList(ids)}) and status < ${HIDDEN}`,
      );
    },
    show: async (connection, ids) => {
      await connection.execute(
        `update mail set status = ${UNREAD} where id in (${idList(ids)}) and status = ${HIDDEN}`,
      );
    },
    remove: async (connection, ids) => {
      await connection.execute(`delete from mail_attachments where id in (${idList(ids)})`);
      await connection.execute(`delete from mail where id in (${idList(ids)})`);
    },
    countParts: async (connection, ids) => {
      const rows = await connection.query<{ id: number; parts: number }>(
        `select m.id, count(a.id) as parts from mail m left join mail_attachments a on a.id = m.id
         where m.id in (${idList(ids)}) group by m.id`,
      );
      return new Map(rows.map(({ id, parts }) => [id, parts]));
    },
  };
}

async function findRecipient(
  connection: GameConnection,
  { accountId, characterId }: { accountId: number; characterId: number | null },
): Promise<Recipient | undefined> {
  const [row] = await connection.query<{ name: string; inboxSize: number; now: number }>(
    `select c.name, unix_timestamp() as now,
       (select count(*) from mail m where m.dest_id = c.char_id and m.status < ${HIDDEN}) as inboxSize
     from \`char\` c where c.char_id = :characterId and c.account_id = :accountId`,
    { characterId, accountId },
  );
  return row && { ...row, accountId, characterId };
}

async function writeMail(
  connection: GameConnection,
  { recipient, key, parts, isHidden }: Mail,
  { sender, title, message }: Omit<RathenaMails, 'mailReturnDays'>,
): Promise<number> {
  const { insertId } = await connection.execute(
    `insert into mail (send_name, send_id, dest_name, dest_id, title, message, time, status, zeny, type)
     values (:sender, 0, :name, :characterId, :title, :message, unix_timestamp(), :status, 0, 0)`,
    {
      sender,
      name: recipient.name,
      characterId: recipient.characterId,
      title,
      message: `${message} ${reference(key)}`,
      status: isHidden ? HIDDEN : NEW,
    },
  );
  await insertAttachments(connection, insertId, parts);
  return insertId;
}

async function insertAttachments(
  connection: GameConnection,
  mailId: number,
  parts: MailPart[],
): Promise<void> {
  const rows = parts.map((_, place) => `(:mailId, ${place}, :item${place}, :amount${place}, 1)`);
  const values = parts.flatMap(({ itemId, amount }, place) => [
    [`item${place}`, itemId],
    [`amount${place}`, amount],
  ]);
  // Unidentified items can't be used, so all are identified.
  await connection.execute(
    `insert into mail_attachments (id, \`index\`, nameid, amount, identify) values ${rows.join(', ')}`,
    { mailId, ...Object.fromEntries(values) },
  );
}
