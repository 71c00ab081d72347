import type { GameCharacter, GameStatus } from '#adapter.ts';
import type { GameDatabase } from '#database/game-database.ts';
import { readByAccounts } from '#presets/shared/characters.ts';
import { callSoap, type SoapSettings } from './soap-client.ts';

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
export function readCharacters({ database, accountDatabase }: Databases): AsyncIterable<GameCharacter[]> {
  return readByAccounts(accountDatabase, async (accountIds) => {
    const rows = await database.query<CharacterRow>(
      // A name is empty while its character is being deleted.
      `select guid, account as accountId, name, level, class, online from characters
       where account in (${accountIds}) and name <> ''`,
    );
    return rows.map(({ accountId, guid, name, level, class: number, online }) => ({
      accountId,
      characterId: String(guid),
      name,
      level: Math.max(1, level),
      class: CLASSES[number] ?? `Class ${number}`,
      online: online !== 0,
    }));
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
