import { type SQL, sql } from 'drizzle-orm';
import { erasedMailbox } from '#features/identity/identity.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { type Person, type PersonalTable, texts } from './personal-table.ts';

/** Fields of audit entries that hold personal data. */
const AUDITED_KEYS = [
  'address',
  'bans',
  'character',
  'characterName',
  'description',
  'detail',
  'displayName',
  'email',
  'ip',
  'lastIP',
  'lastLoginIP',
  'login',
  'message',
  'network',
  'newEmail',
  'newLogin',
  'payerEmail',
  'payerName',
  'pendingEmail',
  'reason',
  'search',
  'text',
  'userName',
];

/** A game that has not locked an account by then never will. */
const FORGET_ANYWAY_DAYS = 30;

/**
 * Erases all rows of `PERSONAL_DATA` in one statement, so that each condition sees the tables as they were. Erasing twice does
 * no harm.
 */
export async function eraseRows(tx: Transaction, person: Person): Promise<void> {
  const steps = Object.entries(PERSONAL_DATA).flatMap(([name, table]) => {
    const step = stepOf(name, table, person);
    return step ? [sql`${sql.identifier(`erased_${name}`)} as (${step})`] : [];
  });
  await tx.execute(sql`with ${sql.join(steps, sql`, `)} select`);
}

function stepOf(name: string, { rows, erasure }: PersonalTable, person: Person): SQL | undefined {
  const table = sql.identifier(name);
  if (erasure.by === 'rows') return sql`delete from ${table} where ${rows(person)}`;
  if (erasure.by !== 'columns') return undefined;
  const set = Object.entries(erasure.set).map(
    ([column, value]) => sql`${sql.identifier(column)} = ${value(person)}`,
  );
  return sql`update ${table} set ${sql.join(set, sql`, `)} where ${rows(person)}`;
}

/** Audit entries about others that mention a person. */
export type Mentions = {
  /** What was looked for. */
  known: string[];
  /** When, as PostgreSQL writes it. */
  foundAt: string;
  ids: string[];
};

const NO_MENTIONS: Mentions = { known: [], foundAt: '-infinity', ids: [] };

/**
 * Reads the whole audit log, or what was added since `earlier` if the same was looked for then: so the log is read without a
 * lock, and what was written meanwhile is found under lock.
 */
export async function findMentions(
  db: Db,
  { accountId, emails, wholes }: Person,
  earlier: Mentions = NO_MENTIONS,
): Promise<Mentions> {
  const known = [...emails.map((email) => `email ${email}`), ...wholes.map((whole) => `whole ${whole}`)];
  if (known.length === 0) return NO_MENTIONS;
  const { foundAt, ids } = known.every((value) => earlier.known.includes(value)) ? earlier : NO_MENTIONS;
  // An entry has the time at which its transaction began. None runs for an hour.
  const { rows } = await db.execute<Pick<Mentions, 'foundAt' | 'ids'>>(sql`
    select now()::text as "foundAt", array(select id::text from find_audit_mentions(${accountId}, ${texts(AUDITED_KEYS)},
      ${texts(emails)}, ${texts(wholes)}, ${foundAt}::timestamptz - interval '1 hour') as id) as ids`);
  const [found = NO_MENTIONS] = rows;
  return { known, foundAt: found.foundAt, ids: [...ids, ...found.ids] };
}

/** What the audit log says of the person; nothing else in it can be changed. */
export async function redactAudit(
  tx: Transaction,
  { accountId, parts, emails, wholes }: Person,
  { ids }: Mentions,
): Promise<void> {
  await tx.execute(sql`
    select redact_audit_entries(${accountId}, ${texts(AUDITED_KEYS)}, ${texts(parts)}, ${texts(emails)},
      ${texts(wholes)}, ${texts(ids)}::bigint[])`);
}

/**
 * Forgets the account's own row. Somebody may have the name or the address that it would get: then it gets a random one.
 *
 * @param passwordHash of a password that nobody knows
 */
export async function eraseAccount(
  tx: Transaction,
  { accountId, passwordHash }: { accountId: number; passwordHash: string },
): Promise<void> {
  const name = `deleted-${accountId}`;
  const mailbox = erasedMailbox(accountId);
  await tx.execute(sql`
    update accounts set
      user_name = case
        when exists (select from accounts where lower(user_name) = ${name} and id <> ${accountId})
          then left(${`${name}-`} || replace(gen_random_uuid()::text, '-', ''), 20)
        else ${name} end,
      email = case
        when exists (select from accounts where lower(email) = ${mailbox} and id <> ${accountId})
          then ${erasedMailbox(crypto.randomUUID())}
        else ${mailbox} end,
      pending_email = null, email_confirmed_at = null,
      password_hash = ${passwordHash}, avatar_url = null, referral_id = null, role_id = null,
      last_login_ip = null, last_ip = null, last_login_at = null, last_active_on = null, previous_active_on = null,
      agaia_club_expires_at = null, factors_since = null, registered_at = date_trunc('day', registered_at),
      reference = gen_random_uuid(), revision = revision + 1, erased_at = now()
    where id = ${accountId}`);
}

/** Keeps the account out of the portal, and locks its game accounts: bridges follow bans. */
export async function banErased(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`
    insert into bans (account_id, description)
    select ${accountId}, 'Account deleted'
    where not exists (select from bans where account_id = ${accountId} and is_active and ends_at is null)`);
}

/** Forgets logins of game accounts that are locked, or that the game never had, and what bridges did with them. */
export async function forgetGameAccounts(tx: Transaction, accountId: number): Promise<void> {
  const isLate = sql`exists (
    select from account_erasures where account_id = ${accountId}
      and erased_at < now() - make_interval(days => ${FORGET_ANYWAY_DAYS}))`;
  // Lock order: game account, then command.
  await tx.execute(
    sql`select from game_accounts where account_id = ${accountId} order by server_id for update`,
  );
  await tx.execute(sql`
    delete from game_account_commands where account_id = ${accountId}
      and (settled_at is not null or (state = 'waiting' and kind <> 'lock') or ${isLate})`);
  await tx.execute(sql`
    update game_accounts as account
    set login = null, game_account_id = null, message = null, state = 'failed', updated_at = now()
    where account_id = ${accountId} and login is not null
      and ((is_locked and locked_until is null) or state <> 'active' or ${isLate})
      and not exists (
        select from game_account_commands as command
        where command.server_id = account.server_id and command.account_id = account.account_id)`);
}

/** Whether nothing is left that waits for a game. */
export async function areGamesForgotten(tx: Transaction, accountId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from game_accounts where account_id = ${accountId} and login is not null
    union all select from game_account_commands where account_id = ${accountId}
    limit 1`);
  return rows.length === 0;
}

/**
 * Locks what others lock before the account: its orders, as payments do, and its rows of lists, as a run of a list does. A lock
 * of these after the account's deadlocks with them.
 */
export async function lockBeforeAccount(tx: Transaction, accountId: number): Promise<void> {
  await tx.execute(sql`select from orders where account_id = ${accountId} order by id for update`);
  await tx.execute(sql`select from bulk_rows where account_id = ${accountId} order by list_id for update`);
}

/** Whether a purchase is under way: what is paid must still find its buyer. */
export async function hasOpenOrders(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from orders where account_id = ${accountId} and state in ('creating', 'pending', 'processing') limit 1`);
  return rows.length > 0;
}
