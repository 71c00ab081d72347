import { type GameAdapter, TRANSACTION_LANES } from '#adapter.ts';
import { UsageError } from '#config/read-config.ts';
import type { GameDatabase } from '#database/game-database.ts';
import { openGameDatabase } from '#database/open-game-database.ts';
import type { PresetConfig } from '#preset.ts';
import { createTransactionGuard } from '#presets/shared/transaction-tables.ts';
import { selectReceiptsAfter } from '#receipts.ts';
import { commandBySql } from './accounts.ts';
import { readCharacters, readStatus } from './characters.ts';
import { checkSql } from './check.ts';
import { applyBySql } from './deliveries.ts';
import { optionsSchema, type SqlOptions } from './options.ts';
import { PROVABLE } from './proof.ts';
import { type PlacedStatement, placeStatements } from './statements.ts';
import { writtenTables } from './written-tables.ts';

export { optionsSchema } from './options.ts';

/** Any game with a transactional database, by the operator's own statements. */
export async function createAdapter(config: PresetConfig): Promise<GameAdapter> {
  const options = optionsSchema.parse(config.options);
  checkAccounts(options);
  const game = await openGameDatabase(config.database);
  const accounts =
    config.accountDatabase === config.database ? game : await openGameDatabase(config.accountDatabase);
  return createSqlAdapter({ game, accounts }, options);
}

function createSqlAdapter(
  databases: { game: GameDatabase; accounts: GameDatabase },
  options: SqlOptions,
): GameAdapter {
  const { game, accounts } = databases;
  const { statements, needsCharacter, expiresAfterDays, accounts: rules } = options;
  const placed = placeStatements(options, { game: game.dialect, accounts: accounts.dialect });
  const { accounts: ofAccounts, characters } = statements;
  const manages =
    ofAccounts && rules ? { database: accounts, statements: ofAccounts, scheme: rules.scheme } : undefined;
  const canRename = ofAccounts?.rename !== undefined;
  const canClaim = ofAccounts?.verify !== undefined;
  const guard = createTransactionGuard(game, ['waygate_receipts', ...placed.flatMap(tablesOfDeliveries)]);
  return {
    name: 'sql',
    lanes: game.dialect === 'sqlite' ? 1 : TRANSACTION_LANES,
    promises: {
      guarantee: 'exactly_once',
      needsCharacter,
      reportsCollected: false,
      expiresAfterDays,
      accounts: manages && rules ? { ...rules, canRename, canClaim } : null,
    },
    check: () => checkSql(databases, placed, manages !== undefined),
    // Receipt and effect are one transaction: nothing is left half-written. Asking finds a database that is away.
    recover: async () => {
      await game.query('select 1 as one');
      guard.forget();
    },
    apply: (delivery) => guard.apply(() => applyBySql(game, options, delivery)),
    ...(manages ? { command: (command) => commandBySql(manages, command) } : {}),
    ...(characters === undefined ? {} : { characters: () => readCharacters(databases, characters) }),
    status: () => readStatus(game, statements.status),
    receipts: (after) => selectReceiptsAfter(game, after),
    close: async () => {
      await game.close();
      if (accounts !== game) await accounts.close();
    },
  };
}

/** Commands about accounts are safe to repeat, so their tables need no transactions. */
function tablesOfDeliveries({ path, sql }: PlacedStatement): string[] {
  return /^statements\.(grant|revoke)\./.test(path) ? writtenTables(sql) : [];
}

function checkAccounts({ statements, accounts }: SqlOptions): void {
  if ((statements.accounts === undefined) !== (accounts === undefined)) {
    throw new UsageError("'statements.accounts' and 'accounts' belong together: set both, or neither.");
  }
  if (accounts && statements.accounts?.verify !== undefined && !PROVABLE.includes(accounts.scheme)) {
    throw new UsageError(`'statements.accounts.verify' can't work with the scheme ${accounts.scheme}.`);
  }
}
