import type { GameCharacter } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { selectMappedAccounts } from '#game-accounts.ts';
import { GAME_NOW } from './game-time.ts';

const BATCH = 200;
/** The game saves a character that plays every few minutes. */
const PLAYING = `last_play > ${GAME_NOW} - interval 10 minute`;
const JOBS = ['Warrior', 'Ninja', 'Sura', 'Shaman', 'Warrior', 'Ninja', 'Sura', 'Shaman', 'Lycan'];

type CharacterRow = {
  characterId: number;
  accountId: number;
  name: string;
  job: number;
  level: number;
  online: number;
};

/** Of accounts that the bridge made or that were claimed. */
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
      `select id as characterId, account_id as accountId, name, job, level, coalesce(${PLAYING}, 0) as online
       from player where account_id in (${ids.join(', ') || 'null'}) order by id`,
    );
    yield rows.map(({ characterId, accountId, name, job, level, online }) => ({
      accountDBID: owners.get(accountId) ?? 0,
      characterId: String(characterId),
      name,
      level: Math.max(1, level),
      class: JOBS[job] ?? `Job ${job}`,
      online: online > 0,
    }));
  }
}

export async function countOnline(database: GameConnection): Promise<number> {
  const [row] = await database.query<{ players: number }>(
    `select count(*) as players from player where ${PLAYING}`,
  );
  return row?.players ?? 0;
}
