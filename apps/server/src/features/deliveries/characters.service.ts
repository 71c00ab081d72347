import type { Character } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Database } from '#platform/db/database.ts';
import { deleteCharactersOf, insertCharacters, selectAccountsLocked } from './characters.queries.ts';

export type CharacterReport = { accountDBID: number; characters: Character[] };

/**
 * Replaces what is known of these accounts' characters. Of an account or a name that is named twice, the last counts.
 *
 * @returns how many accounts were updated: those that do not exist are left out
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
