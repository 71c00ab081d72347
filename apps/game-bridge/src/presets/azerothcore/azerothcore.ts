import type { GameAdapter, Promises } from '#adapter.ts';
import { openGameDatabase } from '#database/open-game-database.ts';
import type { PresetConfig } from '#preset.ts';
import { withSetupFaults } from '#presets/shared/setup-faults.ts';
import { selectReceiptsAfter } from '#receipts.ts';
import { runAccountCommand } from './accounts.ts';
import { readCharacters, readStatus } from './characters.ts';
import { checkAzerothcore } from './check.ts';
import { createCollections } from './collections.ts';
import { applyGrant, applyRevocation, recoverMails } from './deliveries.ts';
import { findItemTemplate } from './items.queries.ts';
import { kickOnlineCharacters } from './kick.ts';
import { createMailer } from './mailer.ts';
import { azerothcoreOptionsSchema, findSoapFaults, readSoapAddress } from './options.ts';

export const optionsSchema = azerothcoreOptionsSchema;
export const findFaults = findSoapFaults;

export const AZEROTHCORE_PROMISES: Promises = {
  guarantee: 'at_most_once',
  needsCharacter: true,
  reportsCollected: true,
  expiresAfterDays: 30,
  accounts: {
    scheme: 'srp6',
    parameters: {},
    // The table takes 20, but the authserver drops a longer challenge.
    login: { min: 3, max: 16, characters: 'letters_digits' },
    // The client takes 16.
    password: { min: 6, max: 16, characters: 'printable_ascii' },
    isCaseSensitive: false,
    canRename: false,
    canClaim: true,
  },
};

/** AzerothCore as it is: items by commands over SOAP, accounts and bans by SQL. */
export async function createAdapter(config: PresetConfig): Promise<GameAdapter> {
  const options = azerothcoreOptionsSchema.parse(config.options);
  const soap = readSoapAddress(config.soap, options.soapTimeoutSeconds);
  const database = await openGameDatabase(config.database);
  const accountDatabase = await openGameDatabase(config.accountDatabase);
  const world =
    options.worldDatabase === undefined ? undefined : await openGameDatabase(options.worldDatabase);
  const databases = { database, accountDatabase };
  const mailer = createMailer(database, {
    soap,
    text: options.mailText,
    waitMs: options.mailWaitSeconds * 1000,
  });
  const deliveries = {
    ...databases,
    mailer,
    findItem: world && ((itemId: number) => findItemTemplate(world, itemId)),
    kinds: options.kinds,
    subject: options.mailSubject,
  };
  return {
    name: 'azerothcore',
    promises: AZEROTHCORE_PROMISES,
    check: () => checkAzerothcore({ ...databases, world, soap }),
    recover: () => recoverMails(deliveries),
    apply: (delivery) =>
      withSetupFaults(() =>
        delivery.effect === 'grant'
          ? applyGrant(deliveries, delivery)
          : applyRevocation(deliveries, delivery),
      ),
    command: async (command) => {
      const outcome = await runAccountCommand({ accountDatabase, expansion: options.expansion }, command);
      if (command.kind === 'lock' && outcome.is === 'done') {
        await kickOnlineCharacters(database, soap, outcome.gameAccountId);
      }
      return outcome;
    },
    characters: () => readCharacters(databases),
    status: () => readStatus(databases, { soap, capacity: options.capacity }),
    collected: createCollections(database),
    receipts: (after) => selectReceiptsAfter(database, after),
    close: async () => {
      await Promise.all([database.close(), accountDatabase.close(), world?.close()]);
    },
  };
}
