import type { GameCharacter, GameStatus } from '#adapter.ts';
import { parametersOf } from '#database/named-parameters.ts';
import type { GameDatabase, SqlParameters, SqlValue } from '#database/game-database.ts';
import { selectMappedAccounts } from '#game-accounts.ts';

const ACCOUNTS = 200;

type Row = Record<string, SqlValue>;

/**
 * The operator's characters. With `:from` and `:to`, account ids of the portal, they are read 200 accounts at a time, so that
 * a large game needs no large memory.
 */
export async function* readCharacters(
  databases: { game: GameDatabase; accounts: GameDatabase },
  statement: string,
): AsyncIterable<GameCharacter[]> {
  const { game, accounts } = databases;
  if (!parametersOf(statement, game.dialect).includes('from')) {
    yield (await game.query<Row>(statement)).map(readCharacter);
    return;
  }
  let after = 0;
  for (;;) {
    const batch = await selectMappedAccounts(accounts, { after, limit: ACCOUNTS });
    const [first, last] = [batch[0], batch.at(-1)];
    if (!first || !last) return;
    const range: SqlParameters = { from: first.accountDBID, to: last.accountDBID };
    yield (await game.query<Row>(statement, range)).map(readCharacter);
    after = last.accountDBID;
  }
}

export async function readStatus(database: GameDatabase, statement: string | undefined): Promise<GameStatus> {
  const [row = {}] = await database.query<Row>(statement ?? 'select 1 as one');
  const column = columnsOf(row);
  const capacity = Number(column('capacity') ?? 0);
  const version = column('gameversion', 'version');
  return {
    isOnline: isTrue(column('isonline', 'online') ?? true),
    playersOnline: Math.max(0, Math.trunc(Number(column('playersonline', 'players') ?? 0)) || 0),
    capacity: capacity >= 1 ? Math.trunc(capacity) : null,
    gameVersion: version === undefined || version === null ? null : String(version).slice(0, 60),
  };
}

function readCharacter(row: Row): GameCharacter {
  const column = columnsOf(row);
  const name = String(column('name') ?? '');
  return {
    accountDBID: Number(column('accountid', 'accountdbid')),
    characterId: String(column('characterid', 'id') ?? name),
    name,
    level: Number(column('level') ?? 1),
    class: String(column('class') ?? ''),
    online: isTrue(column('online') ?? false),
  };
}

/** Finds columns however the operator writes them: `account_id`, `accountId`, `ACCOUNT_ID`. */
function columnsOf(row: Row): (...names: string[]) => SqlValue | undefined {
  const columns = new Map(
    Object.entries(row).map(([name, value]) => [name.replaceAll('_', '').toLowerCase(), value]),
  );
  return (...names) => columns.get(names.find((name) => columns.has(name)) ?? '');
}

function isTrue(value: SqlValue): boolean {
  return value === true || Number(value) > 0 || value === 't' || value === 'true';
}
