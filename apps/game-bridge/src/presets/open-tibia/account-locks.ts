import type { GameConnection } from '#database/game-database.ts';

/** Marks the bans of the portal, so that a ban of the game's own staff is never changed. */
const REASON = 'Banned in the portal';
const NO_PLAYER =
  'The game wants a player in whose name an account is banned. Name one as banPlayerId in the configuration of the bridge.';
const OTHER_BAN =
  "The game's own staff banned this account for a shorter time. The ban of the portal begins when that one ends.";

type Ban = { reason: string; expiresAt: number; isOver: number };

/**
 * Refuses the next sign-in; who is in the game stays there until leaving. Until null: for good.
 *
 * @returns why not now; undefined when the account is refused for at least this time
 */
export async function lockAccount(
  connection: GameConnection,
  accountId: number,
  { until, playerId }: { until: string | null; playerId: number | undefined },
): Promise<string | undefined> {
  const expiresAt = until === null ? 0 : Math.max(1, Math.ceil(Date.parse(until) / 1000));
  const [ban] = await connection.query<Ban>(
    `select reason, expires_at as expiresAt, expires_at <> 0 and expires_at <= unix_timestamp() as isOver
     from account_bans where account_id = :accountId for update`,
    { accountId },
  );
  if (ban && ban.reason !== REASON && !ban.isOver) {
    const isLonger = ban.expiresAt === 0 || (expiresAt !== 0 && ban.expiresAt >= expiresAt);
    return isLonger ? undefined : OTHER_BAN;
  }
  if (playerId === undefined) return NO_PLAYER;
  await connection.execute(
    `insert into account_bans (account_id, reason, banned_at, expires_at, banned_by)
     values (:accountId, :reason, unix_timestamp(), :expiresAt, :playerId)
     on duplicate key update reason = values(reason), banned_at = values(banned_at), expires_at = values(expires_at),
       banned_by = values(banned_by)`,
    { accountId, reason: REASON, expiresAt, playerId },
  );
  return undefined;
}

export async function unlockAccount(connection: GameConnection, accountId: number): Promise<void> {
  await connection.execute('delete from account_bans where account_id = :accountId and reason = :reason', {
    accountId,
    reason: REASON,
  });
}
