import type { CoinBalance } from '@waygate/contract/coins/coins.schemas';
import { asc, sql } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import { balanceOf } from '#features/ledger/ledger.ts';
import { type Db, prepared } from '#platform/db/database.ts';

const balancesOfAccounts = prepared((db) =>
  db
    .select({
      accountDBID: accounts.id,
      balance: balanceOf(accounts.id, 'premium'),
      secondBalance: balanceOf(accounts.id, 'second'),
    })
    .from(accounts)
    // Ids past 32 bits are nobody's.
    .where(sql`${accounts.id} = any(${sql.placeholder('accountIds')}::bigint[])`)
    .orderBy(asc(accounts.id))
    .prepare('balances_of_accounts'),
);

/** The balances of those accounts that exist. */
export function selectBalancesOf(db: Db, accountIds: number[]): Promise<CoinBalance[]> {
  return balancesOfAccounts(db).execute({ accountIds });
}
