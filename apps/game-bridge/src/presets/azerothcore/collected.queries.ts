import type { GameConnection } from '#database/game-database.ts';

/** An expired letter returns to its own sender, who is the receiver, for another thirty days. */
const LONGEST_SECONDS = 60 * 86_400;
/** Reported repeatedly for an hour, so that none is lost when the portal is away or the bridge is killed. */
const REPORTED_SECONDS = 3600;

/**
 * Deliveries of which every mail is empty. A mail that is gone doesn't count: the player may have deleted it unopened, and
 * the game keeps no trace of that.
 */
export async function selectCollected(
  connection: GameConnection,
): Promise<{ idempotencyKey: string; collectedAt: Date }[]> {
  // The id alone isn't enough: the game uses the highest one again after its mail was deleted.
  await connection.execute(
    `update waygate_mails w join mail m on m.id = w.mail_id and m.receiver = w.receiver and m.subject = w.subject
     set w.collected_at = unix_timestamp()
     where w.state = 'sent' and w.collected_at is null and w.expires_at > unix_timestamp() - :longest
       and m.has_items = 0`,
    { longest: LONGEST_SECONDS },
  );
  const rows = await connection.query<{ idempotencyKey: string; collectedAt: number }>(
    `select idempotency_key as idempotencyKey, max(collected_at) as collectedAt from waygate_mails
     where idempotency_key in (select idempotency_key from waygate_mails
                               where state = 'sent' and collected_at > unix_timestamp() - :recent)
     group by idempotency_key having count(*) = count(collected_at)`,
    { recent: REPORTED_SECONDS },
  );
  return rows.map(({ idempotencyKey, collectedAt }) => ({
    idempotencyKey,
    collectedAt: new Date(collectedAt * 1000),
  }));
}
