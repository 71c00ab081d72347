import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { CommandRow } from './acknowledgements.rules.ts';

export type LeasedCommand = Pick<
  CommandRow,
  'id' | 'accountId' | 'kind' | 'newLogin' | 'keyId' | 'sealed' | 'attempts'
> & {
  /** Of the game account now, which a rename may have changed since. */
  login: string;
  email: string;
  lockedUntil: string | null;
  createdAt: string;
};

/**
 * Leases the oldest command of each game account, as far as it is due. Two callers never get the same one, nor two commands
 * of one account. An expired lease counts as a failed attempt.
 */
export async function updateCommandsLeased(
  db: Db,
  { serverId, limit, leaseSeconds }: { serverId: number; limit: number; leaseSeconds: number },
): Promise<LeasedCommand[]> {
  const { rows } = await db.execute<LeasedCommand>(sql`
    with due as (
      -- A lease moves available_at, and the lock rechecks the condition: no row is leased twice.
      select id from game_account_commands as command
      where server_id = ${serverId} and settled_at is null and state in ('waiting', 'leased') and available_at <= now()
        and (expires_at is null or expires_at > now())
        and not exists (
          select from game_account_commands as earlier
          where earlier.server_id = ${serverId} and earlier.account_id = command.account_id
            and earlier.id < command.id and earlier.settled_at is null)
      order by id
      limit ${limit}
      for update skip locked
    ), leased as (
      update game_account_commands as command set
        attempts = attempts + (state = 'leased')::int,
        leases = leases + 1,
        state = 'leased',
        available_at = now() + make_interval(secs => ${leaseSeconds})
      from due where command.id = due.id
      returning command.*
    )
    select leased.id::float8 as id, leased.account_id as "accountId", leased.kind,
      case when leased.kind in ('create', 'claim') then leased.login else coalesce(account.login, leased.login) end as login,
      leased.new_login as "newLogin", leased.key_id as "keyId", leased.sealed, leased.attempts,
      leased.locked_until as "lockedUntil", leased.created_at as "createdAt", accounts.email
    from leased
    join game_accounts as account on account.server_id = leased.server_id and account.account_id = leased.account_id
    join accounts on accounts.id = leased.account_id
    order by leased.id`);
  return rows;
}
