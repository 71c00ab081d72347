import type { AccountRole } from '@waygate/contract/roles/roles.schemas';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { type Balances, balanceOf } from '#features/ledger/ledger.ts';
import {
  type AccountActivity,
  accountActivity,
  type AccountRow,
  NO_SUCH_ACCOUNT,
  accounts,
  type ActiveBan,
  latestBan,
} from '#features/identity/identity.ts';
import { roleOfAccount } from '#features/roles/roles.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { EditableUser } from './accounts.admin.presenter.ts';

/** An account as staff see it: with its coins, its ban in force and its role, without the hash of its password. */
export type AdminAccount = Omit<AccountRow, 'passwordHash'> &
  Pick<AccountActivity, 'lastLoginAt' | 'lastLoginIp' | 'lastIp'> & {
    balances: Balances;
    ban: ActiveBan | null;
    role: AccountRole;
  };

const { passwordHash: _, ...shownColumns } = getTableColumns(accounts);

// Spelled out: in a select from one table Drizzle omits the table's name, and `id` would mean the subquery's.
const accountId = sql.raw('accounts.id');

const adminAccountColumns = {
  ...shownColumns,
  lastLoginAt: accountActivity.lastLoginAt,
  lastLoginIp: accountActivity.lastLoginIp,
  lastIp: accountActivity.lastIp,
  balances: { premium: balanceOf(accountId, 'premium'), second: balanceOf(accountId, 'second') },
  ban: latestBan(sql`bans.account_id = ${accountId}`),
  role: roleOfAccount(),
};

const adminAccountById = prepared((db) =>
  db
    .select(adminAccountColumns)
    .from(accounts)
    .innerJoin(accountActivity, eq(accountActivity.accountId, accounts.id))
    .where(eq(accounts.id, sql.placeholder('id')))
    .prepare('admin_account_by_id'),
);

async function selectAdminAccount(db: Db, id: number): Promise<AdminAccount | undefined> {
  const [row] = await adminAccountById(db).execute({ id });
  return row;
}

const adminAccountsByIds = prepared((db) =>
  db
    .select(adminAccountColumns)
    .from(accounts)
    .innerJoin(accountActivity, eq(accountActivity.accountId, accounts.id))
    .where(sql`${accounts.id} = any(${sql.placeholder('ids')}::int[])`)
    .prepare('admin_accounts_by_ids'),
);

/** The accounts that exist, in the order of the ids. */
export async function selectAdminAccounts(db: Db, ids: number[]): Promise<AdminAccount[]> {
  const rows = ids.length === 0 ? [] : await adminAccountsByIds(db).execute({ ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function getAdminAccount(db: Db, id: number): Promise<AdminAccount> {
  const account = await selectAdminAccount(db, id);
  if (!account) throw notFound(NO_SUCH_ACCOUNT);
  return account;
}

/** Writes an edit by staff, except for coins, which the ledger keeps. */
export async function updateAccountByStaff(
  db: Db,
  id: number,
  {
    agaiaCoins: _premium,
    astrumCoins: _second,
    agaiaClubExpiry,
    isEmailConfirmed,
    passwordHash,
    isMoved,
    ...columns
  }: EditableUser & { passwordHash: string | undefined; isMoved: boolean },
): Promise<void> {
  const confirmedAt = isMoved ? sql`now()` : sql`coalesce(${accounts.emailConfirmedAt}, now())`;
  await db
    .update(accounts)
    .set({
      ...columns,
      agaiaClubExpiresAt: agaiaClubExpiry === null ? null : new Date(agaiaClubExpiry),
      emailConfirmedAt: isEmailConfirmed ? confirmedAt : null,
      // A pending change of email must not undo either of them.
      ...((isMoved || passwordHash !== undefined) && { pendingEmail: null }),
      ...(passwordHash !== undefined && { passwordHash }),
      revision: sql`${accounts.revision} + 1`,
    })
    .where(eq(accounts.id, id));
}
