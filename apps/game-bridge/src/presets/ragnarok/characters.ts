import type { GameCharacter } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { type JobCharacterRow, presentJobCharacter, readByAccounts } from '#presets/shared/characters.ts';
import { nameJob } from './job-names.ts';

export function readCharacters(
  database: GameDatabase,
  accountDatabase: GameDatabase,
): AsyncIterable<GameCharacter[]> {
  return readByAccounts(accountDatabase, async (accountIds) => {
    const rows = await database.query<JobCharacterRow>(
      `select char_id as characterId, account_id as accountId, name, class as job, base_level as level, online
       from \`char\` where account_id in (${accountIds}) order by char_id`,
    );
    return rows.map((row) => presentJobCharacter(row, nameJob));
  });
}

export async function countOnline(database: GameConnection): Promise<number> {
  const [row] = await database.query<{ players: number }>(
    'select count(*) as players from `char` where online > 0',
  );
  return row?.players ?? 0;
}
