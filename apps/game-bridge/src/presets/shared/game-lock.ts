import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { NotApplied } from '#receipts.ts';

const BUSY = 'Another bridge is working on the same database. Stop it, or wait until it ends.';

/**
 * Runs steps that no transaction holds together while nobody else runs such steps on the same database. The lock belongs to
 * the connection: when the bridge dies, the database server frees it after the statement that is still running.
 *
 * @throws NotApplied that answers a delivery with 'later' if another bridge has the lock
 */
export async function withGameLock<Result>(
  database: GameDatabase,
  work: (connection: GameConnection) => Promise<Result>,
): Promise<Result> {
  return database.session(async (connection) => {
    const [row] = await connection.query<{ got: number | null }>(
      `select get_lock(left(concat('waygate ', database()), 64), 10) as got`,
    );
    if (Number(row?.got) !== 1) throw new NotApplied({ is: 'later', why: BUSY });
    // A failure closes the connection, and with it ends the lock.
    const result = await work(connection);
    await connection.query(`select release_lock(left(concat('waygate ', database()), 64)) as freed`);
    return result;
  });
}
