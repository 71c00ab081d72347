import type { Character } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Database } from '#platform/db/database.ts';
import { updateOnlyCharacterChosen } from './awaiting-deliveries.queries.ts';
import { updateOnlineDeliveriesDue } from './waiting-deliveries.queries.ts';
import { deleteCharactersOf, insertCharacters, selectAccountsLocked } from './characters.queries.ts';

export type CharacterReport = { accountDBID: number; characters: Character[] };

/**
 * Replaces the characters of the reported accounts on one game server. The last entry wins for duplicate accounts and
 * characters; a game without ids of its own tells them apart by their names. Sends what waited for these characters.
 *
 * @returns how many accounts were updated; unknown accounts are ignored
 */
export async function replaceCharacters(
  db: Database,
  serverId: number,
  reports: CharacterReport[],
): Promise<number> {
  const byAccount = new Map(reports.map(({ accountDBID, characters }) => [accountDBID, characters]));
  return db.transaction(async (tx) => {
    const accountIds = await selectAccountsLocked(tx, [...byAccount.keys()]);
    if (accountIds.length === 0) return 0;
    await deleteCharactersOf(tx, { serverId, accountIds });
    const rows = accountIds.flatMap((accountId) => {
      const byId = new Map(
        byAccount.get(accountId)?.map((character) => [character.characterId ?? character.name, character]),
      );
      return [...byId].map(([characterId, { name, level, class: className, online }]) => ({
        accountId,
        characterId,
        isOnline: online,
        name,
        level,
        class: className,
      }));
    });
    await insertCharacters(tx, { serverId, rows });
    const reported = { serverId, accountIds };
    await updateOnlyCharacterChosen(tx, reported);
    await updateOnlineDeliveriesDue(tx, reported);
    return accountIds.length;
  });
}
