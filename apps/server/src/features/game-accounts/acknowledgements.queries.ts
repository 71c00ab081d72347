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

/** Writes what answers may change. */
export async function updateAnswered(db: Db, accounts: AccountRow[]): Promise<void> {
  if (accounts.length === 0) return;
  await db.execute(sql`
    update game_accounts as account set
      -- A game that reports the login of somebody else's account is wrong, and must not keep other answers from being written.
      login = case when exists (
        select from game_accounts as other
        where other.server_id = account.server_id and lower(other.login) = lower(answered.login)
          and other.state in ('pending', 'active') and other.account_id <> account.account_id
      ) then account.login else answered.login end,
      game_account_id = answered."gameAccountId",
      state = answered.state,
      message = answered.message,
      is_locked = answered."isLocked",
      locked_until = case when answered."isLocked" then answered."lockedUntil" end,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as answered (
      "serverId" int, "accountId" int, login text, "gameAccountId" text, state text, message text, "isLocked" boolean,
      "lockedUntil" timestamptz)
    where account.server_id = answered."serverId" and account.account_id = answered."accountId"`);
}
