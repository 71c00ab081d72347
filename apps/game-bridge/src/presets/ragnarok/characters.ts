import type { GameCharacter } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { readByAccounts } from '#presets/shared/characters.ts';
import { nameJob } from './job-names.ts';

type CharacterRow = {
  characterId: number;
  accountId: number;
  name: string;
  job: number;
  level: number;
  online: number;
};

export function readCharacters(
  database: GameDatabase,
  accountDatabase: GameDatabase,
): AsyncIterable<GameCharacter[]> {
  return readByAccounts(accountDatabase, async (accountIds) => {
    const rows = await database.query<CharacterRow>(
      `select char_id as characterId, account_id as accountId, name, class as job, base_level as level, online
       from \`char\` where account_id in (${accountIds}) order by char_id`,
    );
    return rows.map(({ characterId, accountId, name, job, level, online }) => ({
      accountId,
      characterId: String(characterId),
      name,
      level: Math.max(1, level),
      class: nameJob(job),
      online: online > 0,
    }));
  });
}

export async function countOnline(database: GameConnection): Promise<number> {
  const [row] = await database.query<{ players: number }>(
    'select count(*) as players from `char` where online > 0',
  );
  return row?.players ?? 0;
}
