import type { Dialect } from '#database/named-parameters.ts';
import type { GameConnection } from '#database/game-database.ts';

/** Which account of the game is whose in the portal. */
export type MappedAccount = { accountDBID: number; login: string; gameAccountId: string };

/**
 * The table of accounts that the bridge made or that were claimed, in the database of the game's accounts. With it a
 * repeated `create` knows its own account from somebody else's of the same login, and characters find their account.
 */
export function accountsTable(dialect: Dialect): string {
  const text = dialect === 'sqlite' ? 'text' : 'varchar(64)';
  const collate = dialect === 'mysql' ? ' character set utf8mb4 collate utf8mb4_bin' : '';
  return `create table if not exists waygate_accounts (
    account_dbid ${dialect === 'sqlite' ? 'integer' : 'bigint'} not null primary key,
    login ${text}${collate} not null,
    game_account_id ${text}${collate} not null unique
  )${dialect === 'mysql' ? ' engine = InnoDB' : ''}`;
}

const COLUMNS = `account_dbid as "accountDBID", login, game_account_id as "gameAccountId"`;

export async function findMappedAccount(
  connection: GameConnection,
  accountDBID: number,
): Promise<MappedAccount | undefined> {
  const [row] = await connection.query<MappedAccount>(
    `select ${COLUMNS} from waygate_accounts where account_dbid = :accountDBID`,
    { accountDBID },
  );
  return row;
}

/** Whose an account of the game is. */
export async function findMappedOwner(
  connection: GameConnection,
  gameAccountId: string,
): Promise<MappedAccount | undefined> {
  const [row] = await connection.query<MappedAccount>(
    `select ${COLUMNS} from waygate_accounts where game_account_id = :gameAccountId`,
    { gameAccountId },
  );
  return row;
}

/** The accounts after an id, in the order of their ids: for reports in batches. */
export async function selectMappedAccounts(
  connection: GameConnection,
  { after, limit }: { after: number; limit: number },
): Promise<MappedAccount[]> {
  return connection.query<MappedAccount>(
    `select ${COLUMNS} from waygate_accounts where account_dbid > :after order by account_dbid limit :limit`,
    { after, limit },
  );
}

/**
 * Records an account, or its changed login.
 *
 * @throws the database's error of a taken unique key if the account of the game is another's
 */
export async function saveMappedAccount(
  connection: GameConnection,
  { accountDBID, login, gameAccountId }: MappedAccount,
): Promise<void> {
  const { affectedRows } = await connection.execute(
    `update waygate_accounts set login = :login, game_account_id = :gameAccountId where account_dbid = :accountDBID`,
    { accountDBID, login, gameAccountId },
  );
  if (affectedRows > 0) return;
  await connection.execute(
    'insert into waygate_accounts (account_dbid, login, game_account_id) values (:accountDBID, :login, :gameAccountId)',
    { accountDBID, login, gameAccountId },
  );
}
