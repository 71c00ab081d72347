import type { GameAdapter, Promises } from '#adapter.ts';
import { openGameDatabase } from '#database/open-game-database.ts';
import type { PresetConfig } from '#preset.ts';
import { isListening } from '#presets/shared/port-probe.ts';
import { withSetupFaults } from '#presets/shared/setup-faults.ts';
import { createTransactionGuard } from '#presets/shared/transaction-tables.ts';
import { selectReceiptsAfter } from '#receipts.ts';
import { runAccountCommand } from './accounts.ts';
import { countOnline, readCharacters } from './characters.ts';
import { checkOpenTibia, tablesOfDeliveries } from './check.ts';
import { applyDelivery } from './deliveries.ts';
import { ACCOUNT_RULES, type OpenTibiaServer } from './open-tibia.ts';
import type { Argon2Parameters, OpenTibiaOptions } from './options.ts';

export type OpenTibiaGame = {
  server: OpenTibiaServer;
  options: OpenTibiaOptions;
  scheme: 'sha1' | 'argon2id_raw';
  /** Undefined where the game knows SHA-1 only. */
  argon2: Argon2Parameters | undefined;
};

/** What Canary and TFS have in common: accounts, bans, coins and premium time by SQL. */
export async function createOpenTibiaAdapter(
  config: PresetConfig,
  game: OpenTibiaGame,
): Promise<GameAdapter> {
  const { server, options, scheme, argon2 } = game;
  const database = await openGameDatabase(config.database);
  const promises: Promises = {
    guarantee: 'exactly_once',
    needsCharacter: false,
    reportsCollected: false,
    expiresAfterDays: null,
    accounts: {
      ...ACCOUNT_RULES,
      scheme,
      parameters: scheme === 'argon2id_raw' && argon2 ? argon2 : {},
    },
  };
  const nameVocation = (vocation: number) =>
    options.vocations[vocation] ?? server.vocations[vocation] ?? `Vocation ${vocation}`;
  const guard = createTransactionGuard(database, ['waygate_receipts', ...tablesOfDeliveries(server)]);
  return {
    name: server.name,
    promises,
    check: () => checkOpenTibia({ database, server, options, scheme }),
    // Receipt and effect are one transaction: there are no halves.
    recover: async () => guard.forget(),
    apply: (delivery) =>
      withSetupFaults(() => guard.apply(() => applyDelivery({ database, server, options }, delivery))),
    command: (command) => runAccountCommand({ database, banPlayerId: options.banPlayerId, argon2 }, command),
    characters: () => readCharacters(database, nameVocation),
    status: async () => {
      const isOnline = options.gameAddress === undefined || (await isListening(options.gameAddress));
      const playersOnline = isOnline ? await countOnline(database) : 0;
      return { isOnline, playersOnline, capacity: options.capacity, gameVersion: null };
    },
    receipts: (after) => selectReceiptsAfter(database, after),
    close: () => database.close(),
  };
}
