import type { GameCharacter } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { type JobCharacterRow, presentJobCharacter, readByAccounts } from '#presets/shared/characters.ts';
import { GAME_NOW } from './game-time.ts';

/** The game saves a character that plays every few minutes. */
const PLAYING = `last_play > ${GAME_NOW} - interval 10 minute`;
const JOBS = ['Warrior', 'Ninja', 'Sura', 'Shaman', 'Warrior', 'Ninja', 'Sura', 'Shaman', 'Lycan'];

function nameJob(job: number): string {
  return JOBS[job] ?? `Job ${job}`;
}

export function readCharacters(
  database: GameDatabase,
  accountDatabase: GameDatabase,
): AsyncIterable<GameCharacter[]> {
  return readByAccounts(accountDatabase, async (accountIds) => {
    const rows = await database.query<JobCharacterRow>(
      `select id as characterId, account_id as accountId, name, job, level, coalesce(${PLAYING}, 0) as online
       from player where account_id in (${accountIds}) order by id`,
    );
    return rows.map((row) => presentJobCharacter(row, nameJob));
  });
}

export async function countOnline(database: GameConnection): Promise<number> {
  const [row] = await database.query<{ players: number }>(
    `select count(*) as players from player where ${PLAYING}`,
  );
  return row?.players ?? 0;
}
