import type { AdminGameAccount } from '@waygate/contract/game-accounts/game-accounts.admin.schemas';
import { sql } from 'drizzle-orm';
import { shownState } from '#features/game-accounts/game-accounts.presenter.ts';
import { isChanging } from '#features/game-accounts/game-accounts.queries.ts';
import type { ShownAccount } from '#features/game-accounts/game-accounts.queries.ts';
import type { Db } from '#platform/db/database.ts';

type Row = Omit<AdminGameAccount, 'state' | 'updatedAt' | 'waiting'> &
  Pick<ShownAccount, 'state' | 'isChanging'> & {
    updatedAt: string;
    waiting: { kind: string; since: string; nextAt: string } | null;
  };

/** In the order of the servers. */
export async function selectAdminGameAccounts(db: Db, accountId: number): Promise<AdminGameAccount[]> {
  const { rows } = await db.execute<Row>(sql`
    select account.server_id as "serverId", servers.name as "serverName", login, game_account_id as "gameAccountId", state,
      is_locked as "isLocked", message, updated_at as "updatedAt", ${isChanging} as "isChanging",
      (
        select json_build_object('kind', kind, 'result', result, 'detail', detail, 'attempts', attempts)
        from game_account_commands as command
        where command.server_id = account.server_id and command.account_id = account.account_id and result is not null
        order by id desc limit 1
      ) as "lastAnswer",
      (
        select json_build_object('kind', kind, 'since', created_at, 'nextAt', available_at)
        from game_account_commands as command
        where command.server_id = account.server_id and command.account_id = account.account_id
          and settled_at is null and command.state in ('waiting', 'leased')
        order by id limit 1
      ) as waiting
    from game_accounts as account join game_servers as servers on servers.id = account.server_id
    where account.account_id = ${accountId}
    order by servers.position, servers.id`);
  return rows.map(({ isChanging: isChangingNow, state, updatedAt, waiting, ...row }) => ({
    ...row,
    state: shownState({ state, isChanging: isChangingNow }),
    updatedAt: asTime(updatedAt),
    waiting: waiting && { kind: waiting.kind, since: asTime(waiting.since), nextAt: asTime(waiting.nextAt) },
  }));
}

function asTime(text: string): string {
  return new Date(text).toISOString();
}
