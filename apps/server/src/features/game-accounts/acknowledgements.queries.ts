import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { CommandRow } from './acknowledgements.rules.ts';
import { gameAccountCommands, gameAccounts } from './game-accounts.tables.ts';
import type { AccountRow } from './requests.rules.ts';

/** The commands of these ids, their accounts, and the accounts' other open commands, all under lock. */
export async function lockAcknowledged(
  tx: Transaction,
  { serverId, ids }: { serverId: number; ids: number[] },
): Promise<{ commands: CommandRow[]; accounts: AccountRow[] }> {
  const { serverId: server, accountId, id, settledAt } = gameAccountCommands;
  const concerned = tx
    .select({ accountId })
    .from(gameAccountCommands)
    .where(and(eq(server, serverId), inArray(id, ids)));
  const accounts = await tx
    .select()
    .from(gameAccounts)
    .where(and(eq(gameAccounts.serverId, serverId), inArray(gameAccounts.accountId, concerned)))
    .orderBy(asc(gameAccounts.accountId))
    .for('update');
  if (accounts.length === 0) return { commands: [], accounts };
  const accountIds = accounts.map((account) => account.accountId);
  const commands = await tx
    .select()
    .from(gameAccountCommands)
    .where(and(eq(server, serverId), inArray(accountId, accountIds), or(isNull(settledAt), inArray(id, ids))))
    .orderBy(asc(id))
    .for('update');
  return { commands, accounts };
}

export type SettledCommand = {
  id: number;
  state: 'waiting' | 'done' | 'refused' | 'superseded';
  attempts: number;
  /** Null: it is settled. */
  retrySeconds: number | null;
  result: string | null;
  detail: string | null;
};

/** A settled command has no credential any more. */
export async function updateSettled(db: Db, commands: SettledCommand[]): Promise<void> {
  if (commands.length === 0) return;
  await db.execute(sql`
    update game_account_commands as command set
      state = settled.state,
      attempts = settled.attempts,
      available_at = now() + make_interval(secs => coalesce(settled."retrySeconds", 0)),
      settled_at = case when settled."retrySeconds" is null then now() end,
      key_id = case when settled."retrySeconds" is not null then key_id end,
      sealed = case when settled."retrySeconds" is not null then sealed end,
      result = coalesce(settled.result, command.result),
      detail = coalesce(settled.detail, command.detail)
    from jsonb_to_recordset(${JSON.stringify(commands)}::jsonb) as settled (
      id bigint, state text, attempts int, "retrySeconds" float8, result text, detail text)
    where command.id = settled.id`);
}

/**
 * Writes what answers may change. A game that reports the login of somebody else's account is wrong, and must not keep
 * other answers from being written: the account keeps its login, and one that holds none stays as it is.
 */
export async function updateAnswered(db: Db, accounts: AccountRow[]): Promise<void> {
  if (accounts.length === 0) return;
  await db.execute(sql`
    with answered as (
      select * from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as answered (
        "serverId" int, "accountId" int, login text, "gameAccountId" text, state text, message text, "isLocked" boolean,
        "lockedUntil" timestamptz)
    ), checked as (
      select answered.*, exists (
        select from game_accounts as other
        where other.server_id = answered."serverId" and lower(other.login) = lower(answered.login)
          and other.state in ('pending', 'active') and other.account_id <> answered."accountId"
        union all
        select from answered as earlier
        where lower(earlier.login) = lower(answered.login) and earlier.state in ('pending', 'active')
          and earlier."accountId" < answered."accountId"
      ) as is_held
      from answered
    )
    update game_accounts as account set
      login = case when is_held then account.login else checked.login end,
      game_account_id = checked."gameAccountId",
      state = case when is_held and account.state not in ('pending', 'active') then account.state else checked.state end,
      message = checked.message,
      is_locked = checked."isLocked",
      locked_until = case when checked."isLocked" then checked."lockedUntil" end,
      updated_at = now()
    from checked
    where account.server_id = checked."serverId" and account.account_id = checked."accountId"`);
}
