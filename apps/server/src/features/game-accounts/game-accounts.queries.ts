import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { AccountRow } from './requests.rules.ts';

export type ShownAccount = Pick<AccountRow, 'serverId' | 'login' | 'state' | 'message' | 'isLocked'> & {
  /** Whether a new password or login waits for the game's answer. */
  isChanging: boolean;
};

/** SQL condition: `account`, a row of game_accounts, has a change that the game hasn't answered. */
export const isChanging = sql`exists (
  select from game_account_commands as command
  where command.server_id = account.server_id and command.account_id = account.account_id
    and command.settled_at is null and command.state in ('waiting', 'leased')
    and command.kind in ('set_password', 'rename'))`;

/** The account's game accounts. */
export async function selectGameAccounts(db: Db, accountId: number): Promise<ShownAccount[]> {
  const { rows } = await db.execute<ShownAccount>(sql`
    select server_id as "serverId", login, state, message, is_locked as "isLocked", ${isChanging} as "isChanging"
    from game_accounts as account where account_id = ${accountId}`);
  return rows;
}
