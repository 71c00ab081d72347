import type { GameConnection } from '#database/game-database.ts';
import type { AccountTable } from './account-table.ts';

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
  { table, id, lock, ban }: AccountTable,
  accountId: number,
  lockedUntil: string | null,
): Promise<void> {
  const before = await findLock(connection, accountId);
  const end = lockedUntil === null ? Number.POSITIVE_INFINITY : Math.ceil(Date.parse(lockedUntil) / 1000);
  // The portal lifts it when its time has come.
  const isForGood = end > ban.latest;
  const until = isForGood ? 0 : end;
  const update = (assignment: string, condition: string, parameters = {}) =>
    connection.execute(`update ${table} set ${assignment} where ${id} = :accountId and ${condition}`, {
      accountId,
      ...parameters,
    });
  if (isForGood) {
    await update(lock.block, lock.isFree);
    if (before?.unbanTime) await update(ban.end, `${ban.until} = :before`, { before: before.unbanTime });
  } else {
    const isSooner = `(coalesce(${ban.until}, 0) < :until or ${ban.until} = :before)`;
    await update(ban.set, isSooner, { until, before: before?.unbanTime ?? 0 });
    if (before?.isBlocked) await update(lock.unblock, lock.isBlocked);
  }
  await connection.execute(
    `insert into waygate_locks (account_id, is_blocked, unban_time) values (:accountId, :isBlocked, :until)
     on duplicate key update is_blocked = values(is_blocked), unban_time = values(unban_time)`,
    { accountId, isBlocked: isForGood ? 1 : 0, until },
  );
}

export async function unlockAccount(
  connection: GameConnection,
  { table, id, lock, ban }: AccountTable,
  accountId: number,
): Promise<void> {
  const before = await findLock(connection, accountId);
  if (!before) return;
  if (before.isBlocked) {
    await connection.execute(
      `update ${table} set ${lock.unblock} where ${id} = :accountId and ${lock.isBlocked}`,
      { accountId },
    );
  }
  if (before.unbanTime > 0) {
    await connection.execute(
      `update ${table} set ${ban.end} where ${id} = :accountId and ${ban.until} = :before`,
      { accountId, before: before.unbanTime },
    );
  }
  await connection.execute('delete from waygate_locks where account_id = :accountId', { accountId });
}

async function findLock(connection: GameConnection, accountId: number): Promise<Lock | undefined> {
  const [row] = await connection.query<Lock>(
    'select is_blocked as isBlocked, unban_time as unbanTime from waygate_locks where account_id = :accountId',
    { accountId },
  );
  return row;
}
