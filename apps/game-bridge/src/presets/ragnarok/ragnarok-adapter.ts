import { type Applied, type GameAdapter, TRANSACTION_LANES } from '#adapter.ts';
import type { GameDatabase } from '#database/game-database.ts';
import { openGameDatabase } from '#database/open-game-database.ts';
import { findMappedAccount } from '#game-accounts.ts';
import type { PresetConfig } from '#preset.ts';
import { commandAccount } from '#presets/shared/account-commands.ts';
import { isListening } from '#presets/shared/port-probe.ts';
import { withSetupFaults } from '#presets/shared/setup-faults.ts';
import { countOnline, readCharacters } from './characters.ts';
import { checkRagnarok } from './check.ts';
import { createCollections } from './collections.ts';
import { areTransactional, deliverMails } from './deliveries.ts';
import { createLoginTable } from './login-table.ts';
import { createItemTables, type ItemTables } from './item-tables.ts';
import { recoverMails } from './half-done.ts';
import type { MailDeliveries, OnStep } from './mail-deliveries.ts';
import type { Mailbox } from './mailbox.ts';
import { accountRules, type RagnarokOptions } from './ragnarok-options.ts';
import type { TableNeed } from '#presets/shared/table-check.ts';
import { selectReceiptsAfter } from '#receipts.ts';

export type RagnarokGame = {
  name: 'rathena' | 'hercules';
  mailbox: Mailbox;
  needsCharacter: boolean;
  canExpire: boolean;
  /** The mail tables, for the check. */
  mailTables: TableNeed[];
  options: RagnarokOptions;
  onStep?: OnStep;
};

/** What rAthena and Hercules have in common: accounts, characters, and a mailbox in tables. */
export async function createRagnarokAdapter(config: PresetConfig, game: RagnarokGame): Promise<GameAdapter> {
  const database = await openGameDatabase(config.database);
  const isApart = config.accountDatabase !== config.database;
  const accountDatabase = isApart ? await openGameDatabase(config.accountDatabase) : database;
  const { mailbox, options } = game;
  const items = createItemTables();
  const logins = createLoginTable(options.sex);
  const deliveries = createMailDeliveries(game, items, { database, accountDatabase });
  // The receipts are written with the mails.
  const tables = [...mailbox.tables, 'waygate_receipts', 'waygate_mails'];
  let isTransactional: boolean | undefined;

  return {
    name: game.name,
    // Without transactions, deliveries wait for the game's lock anyway.
    get lanes() {
      return isTransactional === true ? TRANSACTION_LANES : 1;
    },
    promises: {
      guarantee: 'exactly_once',
      needsCharacter: game.needsCharacter,
      reportsCollected: true,
      expiresAfterDays: mailbox.keepSeconds === null ? null : Math.round(mailbox.keepSeconds / 86_400),
      accounts: accountRules(options.passwords),
    },
    check: () => checkRagnarok({ ...game, items, database, accountDatabase, isApart }),
    recover: async () => {
      items.reset();
      isTransactional = await areTransactional(database, tables);
      await recoverMails(deliveries);
    },
    apply: (delivery) =>
      withSetupFaults(async (): Promise<Applied> => {
        isTransactional ??= await areTransactional(database, tables);
        return deliverMails(deliveries, delivery, isTransactional);
      }),
    command: (command) => commandAccount(accountDatabase, logins, command),
    characters: () => readCharacters(database, accountDatabase),
    status: async () => ({
      playersOnline: await countOnline(database),
      isOnline: options.gameAddress === undefined || (await isListening(options.gameAddress)),
      capacity: null,
      gameVersion: null,
    }),
    collected: createCollections(database, mailbox),
    receipts: (after) => selectReceiptsAfter(database, after),
    close: async () => {
      await database.close();
      if (isApart) await accountDatabase.close();
    },
  };
}

type Databases = Record<'database' | 'accountDatabase', GameDatabase>;

function createMailDeliveries(
  { mailbox, options, needsCharacter, canExpire, onStep = () => {} }: RagnarokGame,
  items: ItemTables,
  { database, accountDatabase }: Databases,
): MailDeliveries {
  return {
    database,
    mailbox,
    planner: {
      mailbox,
      items,
      kinds: options.kinds,
      unstackable: options.unstackable,
      maxStack: options.maxStack,
      needsCharacter,
      canExpire,
      findAccountId: (accountDBID) => findAccountId(accountDatabase, accountDBID),
    },
    onStep,
  };
}

async function findAccountId(database: GameDatabase, accountDBID: number): Promise<number | undefined> {
  const mapped = await findMappedAccount(database, accountDBID);
  const id = Number(mapped?.gameAccountId);
  return Number.isSafeInteger(id) ? id : undefined;
}
