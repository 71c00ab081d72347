import type { GameConnection } from '#database/game-database.ts';
import { idList } from './mailbox.ts';

/**
 * - `waiting`: in the player's mailbox
 * - `collected`: its items were taken out; `reported`: and the portal knows
 * - `gone`: deleted after its time, so nobody knows whether it was collected
 * - `removed`: taken back
 */
export type SentMailState = 'waiting' | 'collected' | 'reported' | 'gone' | 'removed';

export type SentMail = {
  mailId: number;
  key: string;
  parts: number;
  collectBy: number | null;
  collectedAt: number | null;
  state: SentMailState;
};

const COLUMNS = `mail_id as mailId, idempotency_key as \`key\`, parts, collect_by as collectBy, collected_at as collectedAt, state`;

/** The table of mails that carry deliveries, created by `check --fix`. Times are in seconds since 1970. */
export const SENT_MAILS_TABLE = `create table if not exists waygate_mails (
    mail_id bigint not null primary key,
    idempotency_key varchar(100) character set utf8mb4 collate utf8mb4_bin not null,
    parts smallint not null,
    collect_by bigint null,
    collected_at bigint null,
    checked_at bigint not null default 0,
    state varchar(10) not null default 'waiting',
    key of_delivery (idempotency_key),
    key to_check (state, checked_at)
  ) engine = InnoDB`;

export async function insertSentMails(
  connection: GameConnection,
  mails: Pick<SentMail, 'mailId' | 'key' | 'parts' | 'collectBy'>[],
): Promise<void> {
  for (const { mailId, key, parts, collectBy } of mails) {
    await connection.execute(
      `insert into waygate_mails (mail_id, idempotency_key, parts, collect_by) values (:mailId, :key, :parts, :collectBy)`,
      { mailId, key, parts, collectBy },
    );
  }
}

export async function selectSentMails(connection: GameConnection, key: string): Promise<SentMail[]> {
  return connection.query<SentMail>(
    `select ${COLUMNS} from waygate_mails where idempotency_key = :key order by mail_id`,
    { key },
  );
}

/** Those that were looked at longest ago. */
export async function selectMailsToCheck(connection: GameConnection, limit: number): Promise<SentMail[]> {
  return connection.query<SentMail>(
    `select ${COLUMNS} from waygate_mails where state = 'waiting' order by checked_at limit :limit`,
    { limit },
  );
}

export async function updateSentMails(
  connection: GameConnection,
  ids: number[],
  state: SentMailState,
): Promise<void> {
  if (ids.length === 0) return;
  await connection.execute(
    `update waygate_mails set state = :state, checked_at = unix_timestamp(),
       collected_at = if(:state = 'collected', unix_timestamp(), collected_at)
     where mail_id in (${idList(ids)})`,
    { state },
  );
}

/** Deliveries all of whose mails were collected, that aren't reported to the portal. */
export async function selectUnreported(
  connection: GameConnection,
  limit: number,
): Promise<{ key: string; collectedAt: number }[]> {
  return connection.query<{ key: string; collectedAt: number }>(
    `select done.idempotency_key as \`key\`, max(done.collected_at) as collectedAt
     from waygate_mails done
     where done.state = 'collected'
       and not exists (select 1 from waygate_mails open
                       where open.idempotency_key = done.idempotency_key and open.state in ('waiting', 'gone'))
     group by done.idempotency_key order by collectedAt limit :limit`,
    { limit },
  );
}

export async function markReported(connection: GameConnection, keys: string[]): Promise<void> {
  for (const key of keys) {
    await connection.execute(
      `update waygate_mails set state = 'reported' where idempotency_key = :key and state = 'collected'`,
      { key },
    );
  }
}
