import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Applied, GameAdapter } from '#adapter.ts';
import type { GameDatabase } from '#database/game-database.ts';
import { openGameDatabase } from '#database/open-game-database.ts';
import { findMappedAccount } from '#game-accounts.ts';
import type { PresetConfig } from '#preset.ts';
import { commandAccount } from '#presets/shared/account-commands.ts';
import { isListening } from '#presets/shared/port-probe.ts';
import { withSetupFaults } from '#presets/shared/setup-faults.ts';
import { selectReceiptsAfter } from '#receipts.ts';
import { createAccountTable } from './account-table.ts';
import { countOnline, readCharacters } from './characters.ts';
import { checkMetin2 } from './check.ts';
import { createCollections } from './collections.ts';
import { deliverAwards, type Metin2, recoverAwards } from './deliveries.ts';
import { ACCOUNT_RULES, optionsSchema } from './metin2-options.ts';

export { optionsSchema };

/** Items go into the account's item shop in the game, by rows of `item_award` that are their own receipts. */
export async function createAdapter(
  config: PresetConfig,
  test: Partial<Pick<Metin2, 'onStep'>> = {},
): Promise<GameAdapter> {
  const options = optionsSchema.parse(config.options);
  const database = await openGameDatabase(config.database);
  const isApart = config.accountDatabase !== config.database;
  const accountDatabase = isApart ? await openGameDatabase(config.accountDatabase) : database;
  const accounts = createAccountTable(options.socialId);
  const game: Metin2 = {
    database,
    options,
    findLogin: (delivery) => findLogin(accountDatabase, delivery),
    onStep: () => {},
    ...test,
  };
  return {
    name: 'metin2',
    promises: {
      guarantee: 'exactly_once',
      needsCharacter: false,
      reportsCollected: true,
      expiresAfterDays: null,
      accounts: ACCOUNT_RULES,
    },
    check: () => checkMetin2({ database, accountDatabase, options }),
    recover: () => recoverAwards(game),
    apply: (delivery) => withSetupFaults((): Promise<Applied> => deliverAwards(game, delivery)),
    command: (command) => commandAccount(accountDatabase, accounts, command),
    characters: () => readCharacters(database, accountDatabase),
    status: async () => ({
      playersOnline: await countOnline(database),
      isOnline: options.gameAddress === undefined || (await isListening(options.gameAddress)),
      capacity: null,
      gameVersion: null,
    }),
    collected: createCollections(database),
    receipts: (after) => selectReceiptsAfter(database, after),
    close: async () => {
      await database.close();
      if (isApart) await accountDatabase.close();
    },
  };
}

async function findLogin(
  database: GameDatabase,
  { accountDBID, gameAccountId }: Delivery,
): Promise<string | undefined> {
  const id = Number(gameAccountId ?? (await findMappedAccount(database, accountDBID))?.gameAccountId);
  if (!Number.isSafeInteger(id)) return undefined;
  const [row] = await database.query<{ login: string }>('select login from account where id = :id', { id });
  return row?.login;
}
