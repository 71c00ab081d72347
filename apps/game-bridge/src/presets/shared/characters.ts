import type { GameCharacter } from '#adapter.ts';
import type { GameConnection } from '#database/game-database.ts';
import { selectMappedAccounts } from '#game-accounts.ts';

const ACCOUNTS = 200;

/** A character with the game's number of its account. */
export type CharacterOfAccount = Omit<GameCharacter, 'accountDBID'> & { accountId: number };

/**
 * The characters of accounts that the bridge made or that were claimed, 200 accounts at a time, so that a large game needs
 * no large memory. Accounts may be in another database than characters.
 *
 * @param read reads the characters of accounts, whose numbers it gets as a list for a statement
 */
export async function* readByAccounts(
  accountDatabase: GameConnection,
  read: (accountIds: string) => Promise<CharacterOfAccount[]>,
): AsyncGenerator<GameCharacter[]> {
  for (let after = 0; ;) {
    const accounts = await selectMappedAccounts(accountDatabase, { after, limit: ACCOUNTS });
    const last = accounts.at(-1);
    if (!last) return;
    after = last.accountDBID;
    const owners = new Map(
      accounts.map(({ gameAccountId, accountDBID }) => [Number(gameAccountId), accountDBID]),
    );
    // An account that is still being made has no number.
    const ids = [...owners.keys()].filter((id) => Number.isSafeInteger(id));
    if (ids.length === 0) continue;
    const characters = await read(ids.join(', '));
    yield characters.flatMap(({ accountId, ...character }) => {
      const accountDBID = owners.get(accountId);
      return accountDBID === undefined ? [] : [{ ...character, accountDBID }];
    });
  }
}

/** A character as games with numbered jobs store it. */
export type JobCharacterRow = {
  characterId: number;
  accountId: number;
  name: string;
  job: number;
  level: number;
  online: number;
};

/** A stored character for the portal. Levels begin with 1 there. */
export function presentJobCharacter(
  row: JobCharacterRow,
  nameJob: (job: number) => string,
): CharacterOfAccount {
  const { characterId, accountId, name, job, level, online } = row;
  return {
    accountId,
    characterId: String(characterId),
    name,
    level: Math.max(1, level),
    class: nameJob(job),
    online: online > 0,
  };
}
