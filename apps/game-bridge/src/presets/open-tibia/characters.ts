import type { GameCharacter } from '#adapter.ts';
import type { GameDatabase } from '#database/game-database.ts';
import { selectMappedAccounts } from '#game-accounts.ts';

const ACCOUNTS_PER_BATCH = 200;

type CharacterRow = {
  id: number;
  accountDBID: number;
  name: string;
  level: number;
  vocation: number;
  isOnline: number;
};

/** Characters of accounts that the bridge made or that were claimed. */
export async function* readCharacters(
  database: GameDatabase,
  nameVocation: (vocation: number) => string,
): AsyncGenerator<GameCharacter[]> {
  for (let after = 0; ;) {
    const accounts = await selectMappedAccounts(database, { after, limit: ACCOUNTS_PER_BATCH });
    const last = accounts.at(-1);
    if (!last) return;
    const rows = await database.query<CharacterRow>(
      `select p.id, a.account_dbid as accountDBID, p.name, p.level, p.vocation, o.player_id is not null as isOnline
       from waygate_accounts a
       join players p on p.account_id = cast(a.game_account_id as unsigned) and p.deletion = 0
       left join players_online o on o.player_id = p.id
       where a.account_dbid > :after and a.account_dbid <= :last order by a.account_dbid, p.id`,
      { after, last: last.accountDBID },
    );
    after = last.accountDBID;
    yield rows.map(({ id, accountDBID, name, level, vocation, isOnline }) => ({
      accountDBID,
      characterId: String(id),
      name,
      level: Math.max(1, level),
      class: nameVocation(vocation),
      online: isOnline !== 0,
    }));
  }
}

/** The game empties the table when it starts. */
export async function countOnline(database: GameDatabase): Promise<number> {
  const [row] = await database.query<{ players: number }>('select count(*) as players from players_online');
  return row?.players ?? 0;
}
