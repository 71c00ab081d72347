import type { GameDatabase } from '#database/game-database.ts';
import { callSoap, type SoapSettings } from './soap-client.ts';

/** A ban is read at sign-in only. If the worldserver doesn't answer, nobody is online, or the player stays until signing out. */
export async function kickOnlineCharacters(
  database: GameDatabase,
  soap: SoapSettings,
  gameAccountId: string,
): Promise<void> {
  const online = await database.query<{ guid: number }>(
    'select guid from characters where account = :gameAccountId and online = 1',
    { gameAccountId },
  );
  for (const { guid } of online) await callSoap(soap, `.kick ${guid}`);
}
