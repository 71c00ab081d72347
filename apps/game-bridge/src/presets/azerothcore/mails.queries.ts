import type { GameConnection } from '#database/game-database.ts';

/**
 * - `planned`: never sent
 * - `begun`: its command may have been sent, by this process or by one that was killed
 * - `doubtful`: it was sent, and no mail was found
 * - `sent`: the mail was found in the game's table
 */
export type MailState = 'planned' | 'begun' | 'doubtful' | 'sent';

/** One mail of a delivery. */
export type PlannedMail = {
  idempotencyKey: string;
  part: number;
  state: MailState;
  /** For which decision of staff to send it again; 0 for the first time. */
  round: number;
  receiver: number;
  subject: string;
  itemId: number;
  quantity: number;
  /** Unix time at which the game returns or destroys it; null until it was found. */
  expiresAt: number | null;
};

/** A mail as the game has it. */
export type GameMail = { mailId: number; expiresAt: number; hasItems: boolean };

/**
 * The mails of deliveries, beside the receipts in the database of the characters. The game knows nothing of it.
 */
export const MAILS_TABLE = `create table if not exists waygate_mails (
  idempotency_key varchar(100) character set utf8mb4 collate utf8mb4_bin not null,
  part smallint not null,
  state varchar(10) not null,
  round int not null,
  receiver int unsigned not null,
  subject varchar(150) character set utf8mb4 collate utf8mb4_bin not null,
  item_id int unsigned not null,
  quantity int unsigned not null,
  mail_id int unsigned null,
  expires_at bigint null,
  collected_at bigint null,
  is_reported tinyint not null default 0,
  primary key (idempotency_key, part),
  key waygate_mails_collected (state, is_reported, collected_at, expires_at)
) engine = InnoDB`;

const COLUMNS = `idempotency_key as idempotencyKey, part, state, round, receiver, subject, item_id as itemId, quantity,
  expires_at as expiresAt`;

/** In a transaction with `for update`, none of them is sent before its end. */
export function selectMails(
  connection: GameConnection,
  key: string,
  lock: '' | 'for update' = '',
): Promise<PlannedMail[]> {
  return connection.query<PlannedMail>(
    `select ${COLUMNS} from waygate_mails where idempotency_key = :key order by part ${lock}`,
    { key },
  );
}

export function selectBegunMails(connection: GameConnection): Promise<PlannedMail[]> {
  return connection.query<PlannedMail>(`select ${COLUMNS} from waygate_mails where state = 'begun'`);
}

export async function insertMail(
  connection: GameConnection,
  mail: Omit<PlannedMail, 'expiresAt'>,
): Promise<void> {
  await connection.execute(
    `insert into waygate_mails (idempotency_key, part, state, round, receiver, subject, item_id, quantity)
     values (:idempotencyKey, :part, :state, :round, :receiver, :subject, :itemId, :quantity)`,
    mail,
  );
}

/** Guarded, so that of two processes only one sends it. @returns whether this one does */
export async function beginMail(
  connection: GameConnection,
  mail: PlannedMail,
  { round, receiver }: { round: number; receiver: number },
): Promise<boolean> {
  const { affectedRows } = await connection.execute(
    `update waygate_mails set state = 'begun', round = :round, receiver = :receiver
     where idempotency_key = :key and part = :part and state = :state and round = :formerRound
       and (state = 'planned' or round < :round)`,
    {
      key: mail.idempotencyKey,
      part: mail.part,
      state: mail.state,
      formerRound: mail.round,
      round,
      receiver,
    },
  );
  return affectedRows > 0;
}

export async function moveMail(
  connection: GameConnection,
  { idempotencyKey, part }: PlannedMail,
  { from, to }: { from: MailState; to: MailState },
): Promise<boolean> {
  const { affectedRows } = await connection.execute(
    `update waygate_mails set state = :to where idempotency_key = :idempotencyKey and part = :part and state = :from`,
    { idempotencyKey, part, from, to },
  );
  return affectedRows > 0;
}

export async function recordFoundMail(
  connection: GameConnection,
  { idempotencyKey, part }: PlannedMail,
  { mailId, expiresAt }: GameMail,
): Promise<void> {
  await connection.execute(
    `update waygate_mails set state = 'sent', mail_id = :mailId, expires_at = :expiresAt
     where idempotency_key = :idempotencyKey and part = :part`,
    { idempotencyKey, part, mailId, expiresAt },
  );
}

export async function deleteMails(connection: GameConnection, key: string): Promise<void> {
  await connection.execute('delete from waygate_mails where idempotency_key = :key', { key });
}

/** In the game's own table. Found, it is committed: the game writes mail and items in one transaction. */
export async function findGameMail(
  connection: GameConnection,
  { receiver, subject }: Pick<PlannedMail, 'receiver' | 'subject'>,
): Promise<GameMail | undefined> {
  const [row] = await connection.query<{ mailId: number; expiresAt: number; hasItems: number }>(
    `select id as mailId, expire_time as expiresAt, has_items as hasItems from mail
     where receiver = :receiver and subject = :subject order by id limit 1`,
    { receiver, subject },
  );
  return row && { ...row, hasItems: row.hasItems !== 0 };
}

export type Character = { guid: number; name: string; accountId: number };

/** A deleted character keeps its row on some servers, without an account. */
export async function findCharacter(
  connection: GameConnection,
  guid: number,
): Promise<Character | undefined> {
  const [row] = await connection.query<Character>(
    'select guid, name, account as accountId from characters where guid = :guid and account > 0',
    { guid },
  );
  return row;
}
