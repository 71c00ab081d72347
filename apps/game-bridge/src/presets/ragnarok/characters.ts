import type { GameCharacter } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { selectMappedAccounts } from '#game-accounts.ts';
import { nameJob } from './job-names.ts';
import { idList } from './mailbox.ts';

const BATCH = 200;

type CharacterRow = {
  characterId: number;
  accountId: number;
  name: string;
  job: number;
  level: number;
  online: number;
};

/** Of accounts that the bridge made or that were claimed. Accounts may be in a database apart. */
export async function* readCharacters(
  database: GameDatabase,
  accountDatabase: GameDatabase,
): AsyncIterable<GameCharacter[]> {
  let after = 0;
  for (;;) {
    const accounts = await selectMappedAccounts(accountDatabase, { after, limit: BATCH });
    const last = accounts.at(-1);
    if (!last) return;
    after = last.accountDBID;
    const owners = new Map(
      accounts.map(({ gameAccountId, accountDBID }) => [Number(gameAccountId), accountDBID]),
    );
    const ids = [...owners.keys()].filter((id) => Number.isSafeInteger(id));
    const rows = await database.query<CharacterRow>(
      `select char_id as characterId, account_id as accountId, name, class as job, base_level as level, online
       from \`char\` where account_id in (${idList(ids)}) order by char_id`,
    );
    yield rows.map(({ characterId, accountId, name, job, level, online }) => ({
      accountDBID: owners.get(accountId) ?? 0,
      characterId: String(characterId),
      name,
      level: Math.max(1, level),
      class: nameJob(job),
      online: online > 0,
    }));
  }
}

export async function countOnline(database: GameConnection): Promise<number> {
  const [row] = await database.query<{ players: number }>(
    'select count(*) as players from `char` where online > 0',
  );
  return row?.players ?? 0;
}
