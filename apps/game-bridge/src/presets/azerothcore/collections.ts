import type { GameConnection } from '#database/game-database.ts';

/** An expired letter returns to its own sender, who is the receiver, for another thirty days. */
const LONGEST_SECONDS = 60 * 86_400;
const REPORTED_AT_ONCE = 500;

type Collected = { idempotencyKey: string; collectedAt: Date };

/**
 * Finds deliveries of which every letter was emptied. A letter that is gone doesn't count: the player may have deleted it
 * unopened, and the game keeps no trace of that. The next call means that the answers of the last one were taken; after a
 * restart they are answered again.
 */
export function createCollections(connection: GameConnection): () => Promise<Collected[]> {
  let answered: string[] = [];
  return async () => {
    for (const key of answered) await markReported(connection, key);
    answered = [];
    await markEmptied(connection);
    const collected = await selectUnreported(connection);
    answered = collected.map(({ idempotencyKey }) => idempotencyKey);
    return collected;
  };
}

/** The id alone isn't enough: the game uses the highest one again after its letter was deleted. */
async function markEmptied(connection: GameConnection): Promise<void> {
  await connection.execute(
    `update waygate_mails w join mail m on m.id = w.mail_id and m.receiver = w.receiver and m.subject = w.subject
     set w.collected_at = unix_timestamp()
     where w.state = 'sent' and w.collected_at is null and w.expires_at > unix_timestamp() - :longest
       and m.has_items = 0`,
    { longest: LONGEST_SECONDS },
  );
}

async function selectUnreported(connection: GameConnection): Promise<Collected[]> {
  const rows = await connection.query<{ idempotencyKey: string; collectedAt: number }>(
    `select w.idempotency_key as idempotencyKey, max(w.collected_at) as collectedAt
     from waygate_mails w
     where w.is_reported = 0 and w.state = 'sent' and w.collected_at is not null
       and not exists (select 1 from waygate_mails o
                       where o.idempotency_key = w.idempotency_key and o.collected_at is null)
     group by w.idempotency_key limit :limit`,
    { limit: REPORTED_AT_ONCE },
  );
  return rows.map(({ idempotencyKey, collectedAt }) => ({
    idempotencyKey,
    collectedAt: new Date(collectedAt * 1000),
  }));
}

async function markReported(connection: GameConnection, key: string): Promise<void> {
  await connection.execute('update waygate_mails set is_reported = 1 where idempotency_key = :key', { key });
}
