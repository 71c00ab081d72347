import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';

const BATCH = 500;

/**
 * An account that one of these columns names is kept: those of foreign keys that don't cascade, and bans, which may hold an
 * address, and characters and game accounts, whose player never needed this site.
 */
export const KEEPING_COLUMNS = [
  'account_benefits.account_id',
  'account_erasures.staff_id',
  'account_packs.account_id',
  'audit_entries.account_id',
  'audit_entries.staff_id',
  'bans.account_id',
  'budget_raises.staff_id',
  'budget_use.staff_id',
  'characters.account_id',
  'coin_balances.account_id',
  'deliveries.account_id',
  'drop_claims.account_id',
  'game_accounts.account_id',
  'game_coin_totals.account_id',
  'ledger_entries.account_id',
  'order_refunds.staff_id',
  'orders.account_id',
  'redeliveries.staff_id',
  'staff_budgets.staff_id',
  'staff_notes.author_id',
  'bulk_lists.staff_id',
  'unmatched_payments.refund_staff_id',
] as const;

/**
 * Removes accounts that were registered over 7 days ago, never confirmed and never signed in to, so that nobody keeps names
 * and mailboxes of others. Accounts with rights, those whose mail still waits, and those that
 * `KEEPING_COLUMNS` name are kept.
 *
 * @returns how many were removed
 */
export async function deleteUnusedAccounts(db: Database): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await deleteBatch(db);
    removed += batch;
    if (batch < BATCH) return removed;
  }
}

/**
 * Both rows are locked, because a sign-in locks the account's activity alone. The second statement sees what was committed
 * before the first one locked: from then on nothing new can name the accounts.
 */
function deleteBatch(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const locked = await tx.execute<{ id: number }>(sql`
      select id from accounts join account_activity activity on activity.account_id = id
      where email_confirmed_at is null and activity.last_login_at is null and registered_at < now() - interval '7 days'
        and permission = 0 and web_mgt = 1 and sections = '{}'
        and not exists (select from mails where account_id = accounts.id and sent_at is null and failed_at is null)
        and ${isNamedNowhere()}
      order by registered_at limit ${sql.raw(String(BATCH))}
      for update of accounts, activity skip locked`);
    const ids = sql.param(locked.rows.map(({ id }) => id));
    const { rowCount } = await tx.execute(sql`
      delete from accounts
      where id = any(${ids}::int[]) and ${isNamedNowhere()}`);
    return rowCount ?? 0;
  });
}

function isNamedNowhere(): SQL {
  const conditions = KEEPING_COLUMNS.map((name) => {
    const [table = '', column = ''] = name.split('.');
    return sql`not exists (select from ${sql.identifier(table)} named where named.${sql.identifier(column)} = accounts.id)`;
  });
  return sql.join(conditions, sql` and `);
}
