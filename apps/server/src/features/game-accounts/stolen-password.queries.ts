import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { StolenPassword } from './job-definitions.ts';

/** @returns the time as PostgreSQL writes it; undefined for an account that no game has, or will have */
export async function selectTimeOfRevocation(db: Db, accountId: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ revokedAt: string }>(sql`
    select clock_timestamp()::text as "revokedAt"
    where exists (select from game_accounts where account_id = ${accountId})`);
  return rows[0]?.revokedAt;
}

/** @returns the login; undefined when the game has no account, or a newer password than the stolen one */
export async function selectLoginWithOldPassword(
  db: Db,
  { serverId, accountId }: { serverId: number; accountId: number },
  { revokedAt }: Pick<StolenPassword, 'revokedAt'>,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ login: string }>(sql`
    select coalesce((
      -- The game may have it already: a password goes with the login that follows.
      select new_login from game_account_commands as command
      where command.server_id = account.server_id and command.account_id = account.account_id
        and settled_at is null and kind = 'rename' and command.state = 'leased'), login) as login
    from game_accounts as account
    where server_id = ${serverId} and account_id = ${accountId} and login is not null
      and state in ('active', 'pending') and not exists (
        select from game_account_commands as newer
        where newer.server_id = account.server_id and newer.account_id = account.account_id
          and newer.kind in ('create', 'set_password', 'claim') and newer.created_at >= ${revokedAt}::timestamptz)`);
  return rows[0]?.login;
}
