import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFault } from './database-errors.ts';
import type { GameConnection, GameDatabase } from './game-database.ts';

const TRIES = 5;
const PAUSE_MS = 20;

/** Runs a whole transaction again when another one was in its way. */
export async function againWhenBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= TRIES || databaseFault(error) !== 'busy') throw error;
      await sleep(PAUSE_MS * tries * (0.5 + Math.random()));
    }
  }
}

/** A transaction on a connection of `session`, which drops a connection whose work fails. */
export function runTransaction<Result>(
  session: GameDatabase['session'],
  begin: string,
  work: (connection: GameConnection) => Promise<Result>,
): Promise<Result> {
  return againWhenBusy(async () => {
    const outcome = await session(async (connection) => {
      await connection.execute(begin);
      try {
        const result = await work(connection);
        await connection.execute('commit');
        return { result };
      } catch (error) {
        if (databaseFault(error) === 'unreachable') throw error;
        // Thrown, it drops the connection, which rolls back as well.
        await connection.execute('rollback').catch(() => Promise.reject(error));
        return { error };
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  });
}
