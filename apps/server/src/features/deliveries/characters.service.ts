import type { Character } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Database } from '#platform/db/database.ts';
import { deleteCharactersOf, insertCharacters, selectAccountsLocked } from './characters.queries.ts';

export type CharacterReport = { accountDBID: number; characters: Character[] };

/**
 * Replaces the characters of the reported accounts. The last entry wins for duplicate accounts and names.
 *
 * @returns how many accounts were updated; unknown accounts are ignored
 */
export async function replaceCharacters(db: Database, reports: CharacterReport[]): Promise<number> {
  const byAccount = new Map(reports.map(({ accountDBID, characters }) => [accountDBID, characters]));
  return db.transaction(async (tx) => {
    const accountIds = await selectAccountsLocked(tx, [...byAccount.keys()]);
    if (accountIds.length === 0) return 0;
    await deleteCharactersOf(tx, accountIds);
    const rows = accountIds.flatMap((accountId) => {
      const byName = new Map(byAccount.get(accountId)?.map((character) => [character.name, character]));
      return [...byName.values()].map(({ name, level, class: className }) => ({
        accountId,
        name,
        level,
        class: className,
      }));
    });
    await insertCharacters(tx, rows);
    return accountIds.length;
  });
}
