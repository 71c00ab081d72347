import type { GameConnection } from '#database/game-database.ts';

/** The game's state of an account that staff blocked. 0 is none. */
const BLOCKED = 5;

/** What the bridge itself set, so that it never lifts a lock of the game's staff. Created by `check --fix`. */
export const LOCKS_TABLE = `create table if not exists waygate_locks (
    account_id bigint not null primary key,
    is_blocked tinyint not null,
    unban_time bigint not null
  ) engine = InnoDB`;

type Lock = { isBlocked: number; unbanTime: number };

/** Refuses the next sign-in; who is in the game stays there. Until null: for good. */
export async function lockAccount(
  connection: GameConnection,
  accountId: number,
  until: string | null,
): Promise<void> {
  const before = await findLock(connection, accountId);
  const unbanTime = until === null ? 0 : Math.ceil(Date.parse(until) / 1000);
  if (until === null) {
    await connection.execute(
      `update login set state = ${BLOCKED} where account_id = :accountId and state = 0`,
      { accountId },
    );
  } else {
    await connection.execute(
      'update login set unban_time = :unbanTime where account_id = :accountId and (unban_time < :unbanTime or unban_time = :before)',
      { accountId, unbanTime, before: before?.unbanTime ?? 0 },
    );
  }
  if (until !== null && before?.isBlocked) await unblock(connection, accountId);
  if (until === null && before?.unbanTime) await endBan(connection, accountId, before.unbanTime);
  await connection.execute(
    `insert into waygate_locks (account_id, is_blocked, unban_time) values (:accountId, :isBlocked, :unbanTime)
     on duplicate key update is_blocked = values(is_blocked), unban_time = values(unban_time)`,
    { accountId, isBlocked: until === null ? 1 : 0, unbanTime },
  );
}

export async function unlockAccount(connection: GameConnection, accountId: number): Promise<void> {
  const before = await findLock(connection, accountId);
  if (!before) return;
  if (before.isBlocked) await unblock(connection, accountId);
  if (before.unbanTime > 0) await endBan(connection, accountId, before.unbanTime);
  await connection.execute('delete from waygate_locks where account_id = :accountId', { accountId });
}

async function findLock(connection: GameConnection, accountId: number): Promise<Lock | undefined> {
  const [row] = await connection.query<Lock>(
    'select is_blocked as isBlocked, unban_time as unbanTime from waygate_locks where account_id = :accountId',
    { accountId },
  );
  return row;
}

async function unblock(connection: GameConnection, accountId: number): Promise<void> {
  await connection.execute(
    `update login set state = 0 where account_id = :accountId and state = ${BLOCKED}`,
    { accountId },
  );
}

async function endBan(connection: GameConnection, accountId: number, unbanTime: number): Promise<void> {
  await connection.execute(
    'update login set unban_time = 0 where account_id = :accountId and unban_time = :unbanTime',
    { accountId, unbanTime },
  );
}
