import type { GameCharacter, GameStatus } from '#adapter.ts';
import type { GameDatabase } from '#database/game-database.ts';
import { type MappedAccount, selectMappedAccounts } from '#game-accounts.ts';
import { callSoap, type SoapSettings } from './soap-client.ts';

const ACCOUNTS_PER_BATCH = 200;
const CLASSES: Record<number, string> = {
  1: 'Warrior',
  2: 'Paladin',
  3: 'Hunter',
  4: 'Rogue',
  5: 'Priest',
  6: 'Death Knight',
  7: 'Shaman',
  8: 'Mage',
  9: 'Warlock',
  11: 'Druid',
};

type Databases = { database: GameDatabase; accountDatabase: GameDatabase };
type CharacterRow = {
  guid: number;
  accountId: number;
  name: string;
  level: number;
  class: number;
  online: number;
};

/** The characters of every account that the bridge manages. */
export async function* readCharacters({
  database,
  accountDatabase,
}: Databases): AsyncGenerator<GameCharacter[]> {
  for (let after = 0; ;) {
    const accounts = await selectMappedAccounts(accountDatabase, { after, limit: ACCOUNTS_PER_BATCH });
    const last = accounts.at(-1);
    if (!last) return;
    after = last.accountDBID;
    yield await selectCharacters(database, accounts);
  }
}

async function selectCharacters(database: GameDatabase, accounts: MappedAccount[]): Promise<GameCharacter[]> {
  const owners = new Map(accounts.map(({ gameAccountId, accountDBID }) => [gameAccountId, accountDBID]));
  // The ids are the game's own numbers.
  const ids = [...owners.keys()].filter((id) => /^\d+$/.test(id));
  if (ids.length === 0) return [];
  const rows = await database.query<CharacterRow>(
    `select guid, account as accountId, name, level, class, online from characters where account in (${ids.join(', ')})`,
  );
  return rows.flatMap((row) => {
    const accountDBID = owners.get(String(row.accountId));
    // A name is empty while its character is being deleted.
    if (accountDBID === undefined || row.name === '') return [];
    return [
      {
        accountDBID,
        characterId: String(row.guid),
        name: row.name,
        level: Math.max(1, row.level),
        class: CLASSES[row.class] ?? `Class ${row.class}`,
        online: row.online !== 0,
      },
    ];
  });
}

/** Players can sign in while the worldserver runs commands. After a crash it leaves players `online` until it starts again. */
export async function readStatus(
  { database }: Pick<Databases, 'database'>,
  { soap, capacity }: { soap: SoapSettings; capacity: number | null },
): Promise<GameStatus> {
  const answer = await callSoap(soap, '.server info');
  const isOnline = answer.is === 'done';
  const [row] = isOnline
    ? await database.query<{ players: number }>('select count(*) as players from characters where online = 1')
    : [];
  return {
    isOnline,
    playersOnline: row?.players ?? 0,
    capacity,
    gameVersion: isOnline ? readVersion(answer.text) : null,
  };
}

/** Such as 'AzerothCore rev. 5d2b5a5e7c6f+'. */
export function readVersion(serverInfo: string): string | null {
  const version = /^\S+ rev\. \S+/.exec(serverInfo)?.[0] ?? serverInfo.slice(0, 60);
  return version === '' ? null : version.slice(0, 60);
}
