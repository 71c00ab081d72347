import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { isInForce } from '#features/identity/identity.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { gameAccountCommands, gameAccounts } from './game-accounts.tables.ts';
import type { AccountRow } from './requests.rules.ts';

type Row = typeof gameAccountCommands.$inferSelect;
export type NewCommand = Omit<typeof gameAccountCommands.$inferInsert, 'expiresAt'> & {
  expiresAt: SQL | null;
};

/** Seconds until a lock that the game refused is queued again. */
const LOCK_AGAIN_SECONDS = 600;
/** Of reconciled locks in one lease. */
const LOCKS_MAX = 500;

type Owner = { serverId: number; accountId: number };

const isOf = ({ serverId, accountId }: Owner) =>
  and(eq(gameAccountCommands.serverId, serverId), eq(gameAccountCommands.accountId, accountId));

/**
 * Locks the account's row, which is created when there was none. Serialises requests, acknowledgements and
 * reconciliation of one game account, so that its commands are committed in the order of their ids.
 */
export async function lockGameAccount(tx: Transaction, { serverId, accountId }: Owner): Promise<AccountRow> {
  await tx.execute(sql`
    insert into game_accounts (server_id, account_id, state) values (${serverId}, ${accountId}, 'failed')
    on conflict do nothing`);
  const [row] = await tx
    .select()
    .from(gameAccounts)
    .where(and(eq(gameAccounts.serverId, serverId), eq(gameAccounts.accountId, accountId)))
    .for('update');
  if (!row) throw new Error('The game account was not written.');
  return row;
}

/** The key of a login's lock, in `login`'s own statement. */
const loginLockKey = (serverId: number, login: SQL) =>
  sql`hashtextextended('game login ' || ${serverId}::int || ' ' || lower(${login}), 0)`;

/** Serialises everybody who asks for one login. Lock order: login, then game account, then commands. */
export async function lockLogin(
  tx: Transaction,
  { serverId, login }: { serverId: number; login: string },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${loginLockKey(serverId, sql`${login}::text`)})`);
}

/** The same for the logins that answers to these commands may give to accounts, and those that the game reports. */
export async function lockAnsweredLogins(
  tx: Transaction,
  { serverId, ids, reported }: { serverId: number; ids: number[]; reported: string[] },
): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct ${loginLockKey(serverId, sql`login`)} as key from (
        select unnest(array[login, new_login]) as login from game_account_commands
        where server_id = ${serverId} and id = any(${sql.param(ids)}::bigint[])
        union all
        select unnest(${sql.param(reported)}::text[])
      ) as given
      where login is not null
      -- In one order for all, so that two of them never wait for each other.
      order by key
    ) as ordered`);
}

/** Whether another account has the login, waits for it, or is being renamed to it. The caller holds the login's lock. */
export async function isLoginHeld(
  db: Db,
  { serverId, accountId, login }: Owner & { login: string },
): Promise<boolean> {
  const { rows } = await db.execute<{ isHeld: boolean }>(sql`
    select exists (
      select from game_accounts
      where server_id = ${serverId} and lower(login) = lower(${login}) and state in ('pending', 'active')
        and account_id <> ${accountId}
      union all
      select from game_account_commands
      where server_id = ${serverId} and settled_at is null and state in ('waiting', 'leased')
        and lower(new_login) = lower(${login}) and account_id <> ${accountId}) as "isHeld"`);
  return rows[0]?.isHeld ?? false;
}

/** Commands that aren't settled, oldest first, under lock. */
export async function lockOpenCommands(tx: Transaction, owner: Owner): Promise<Row[]> {
  return tx
    .select()
    .from(gameAccountCommands)
    .where(and(isOf(owner), isNull(gameAccountCommands.settledAt)))
    .orderBy(asc(gameAccountCommands.id))
    .for('update');
}

/** Whether the bridge ever had a command to create or claim this account. */
export async function wasEverSent(db: Db, owner: Owner): Promise<boolean> {
  const [row] = await db
    .select({ id: gameAccountCommands.id })
    .from(gameAccountCommands)
    .where(
      and(
        isOf(owner),
        inArray(gameAccountCommands.kind, ['create', 'claim']),
        sql`${gameAccountCommands.leases} > 0`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Supersedes commands and deletes their credentials. Those that the bridge has keep their place until it answers or the
 * lease ends: the next command must not overtake them.
 */
export async function updateSuperseded(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(gameAccountCommands)
    .set({
      state: 'superseded',
      keyId: null,
      sealed: null,
      settledAt: sql`case when state = 'leased' and available_at > now() then null else coalesce(settled_at, now()) end`,
    })
    .where(inArray(gameAccountCommands.id, ids));
}

export async function insertCommands(db: Db, commands: NewCommand[]): Promise<void> {
  if (commands.length > 0) await db.insert(gameAccountCommands).values(commands);
}

export async function updateGameAccount(
  db: Db,
  { serverId, accountId }: Owner,
  changes: Partial<AccountRow>,
): Promise<AccountRow> {
  const [row] = await db
    .update(gameAccounts)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(and(eq(gameAccounts.serverId, serverId), eq(gameAccounts.accountId, accountId)))
    .returning();
  if (!row) throw new Error('The game account is missing.');
  return row;
}

/** Settles superseded commands whose lease has ended, so that the next ones are leased. */
export async function updateOverdueSuperseded(db: Db, serverId: number): Promise<void> {
  await db.execute(sql`
    update game_account_commands set settled_at = now()
    where id in (
      select id from game_account_commands
      where server_id = ${serverId} and settled_at is null and state = 'superseded' and available_at <= now()
      for update skip locked)`);
}

/**
 * Ends claims that the game didn't answer in time, and deletes their proofs.
 *
 * @param message for the players
 * @param of one account; left out: everybody's
 */
export async function updateClaimsExpired(
  db: Db,
  message: string,
  of?: { accountId: number },
): Promise<void> {
  const isOfAccount = of ? sql`and account_id = ${of.accountId}` : sql``;
  await db.execute(sql`
    with due as (
      -- Lock order: game account, then command.
      select server_id, account_id from game_accounts
      where state = 'pending' ${isOfAccount} and (server_id, account_id) in (
        select server_id, account_id from game_account_commands
        where settled_at is null and state in ('waiting', 'leased') and expires_at <= now())
      for update skip locked
    ), expired as (
      update game_account_commands as command
      set state = 'expired', settled_at = now(), key_id = null, sealed = null
      from due
      where command.server_id = due.server_id and command.account_id = due.account_id and command.settled_at is null
        and command.state in ('waiting', 'leased') and command.expires_at <= now()
      returning command.server_id, command.account_id
    )
    update game_accounts as account set state = 'failed', message = ${message}, updated_at = now()
    from expired where account.server_id = expired.server_id and account.account_id = expired.account_id`);
}

/**
 * Queues locks and unlocks, so that the game follows all bans, however they began or ended. A command that waits and isn't
 * wanted any more is superseded.
 */
export async function reconcileLocks(db: Db, serverId: number): Promise<void> {
  const banned = sql`
    select account_id, 
      -- As JavaScript reads it back.
      case when bool_or(ends_at is null) then null else date_trunc('milliseconds', max(ends_at)) end as until
    from bans where ${isInForce} group by account_id`;
  await db.execute(sql`
    update game_account_commands as command set state = 'superseded', settled_at = now()
    where command.id in (
      select waiting.id from game_account_commands as waiting left join (${banned}) as banned using (account_id)
      where waiting.server_id = ${serverId} and waiting.settled_at is null and waiting.state = 'waiting'
        and waiting.kind in ('lock', 'unlock')
        and (waiting.kind = 'lock', waiting.locked_until)
          is distinct from (banned.account_id is not null, banned.until)
      for update of waiting skip locked)`);
  await db.execute(sql`
    with banned as materialized (${banned}), concerned as (
      select account_id from banned
      union
      select account_id from game_accounts where server_id = ${serverId} and is_locked
    ), changed as (
      select account.account_id, account.login, banned.account_id is not null as is_banned, banned.until
      from concerned
      join game_accounts as account on account.server_id = ${serverId} and account.account_id = concerned.account_id
      left join banned on banned.account_id = concerned.account_id
      where account.state = 'active'
        and (account.is_locked, account.locked_until) is distinct from (banned.account_id is not null, banned.until)
        and not exists (
          select from game_account_commands as queued
          where queued.server_id = ${serverId} and queued.account_id = account.account_id
            and queued.kind in ('lock', 'unlock')
            and (queued.settled_at is null
              or queued.state = 'refused' and queued.settled_at > now() - make_interval(secs => ${LOCK_AGAIN_SECONDS})))
      limit ${LOCKS_MAX}
      for update of account skip locked
    )
    insert into game_account_commands (server_id, account_id, kind, login, locked_until)
    select ${serverId}, account_id, case when is_banned then 'lock' else 'unlock' end, login, until from changed
    on conflict do nothing`);
}

/**
 * Queues what waits in front of a lock again, behind it: a ban doesn't wait until the game can set a password. What the bridge
 * has keeps its place.
 */
export async function requeueBehindLocks(db: Db, serverId: number): Promise<void> {
  await db.execute(sql`
    with chosen as (
      -- Lock order: game account, then command.
      select waiting.* from game_account_commands as ban
      join game_accounts as account on account.server_id = ban.server_id and account.account_id = ban.account_id
      join game_account_commands as waiting on waiting.server_id = ban.server_id and waiting.account_id = ban.account_id
      where ban.server_id = ${serverId} and ban.settled_at is null and ban.kind = 'lock'
        and waiting.settled_at is null and waiting.state = 'waiting' and waiting.id < ban.id
      for update of account, waiting skip locked
    ), moved as (
      update game_account_commands as command
      set state = 'superseded', settled_at = now(), key_id = null, sealed = null
      from chosen where command.id = chosen.id
    )
    insert into game_account_commands (server_id, account_id, kind, login, new_login, key_id, sealed, attempts,
      available_at, expires_at, result, detail, created_at)
    select server_id, account_id, kind, login, new_login, key_id, sealed, attempts, available_at, expires_at, result, detail,
      created_at
    from chosen order by id`);
}

/** Settled commands are kept for staff this long. */
const KEPT_DAYS = 30;

/** The newest commands to create or claim stay: whether the bridge had one matters later. */
export async function deleteOldCommands(db: Db): Promise<void> {
  await db.execute(sql`
    delete from game_account_commands
    where settled_at < now() - make_interval(days => ${KEPT_DAYS})
      and not (kind in ('create', 'claim') and leases > 0)`);
}
