import { type SQL, sql } from 'drizzle-orm';
import { accountsNamedLike } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import { readBranchedPage } from '#platform/db/paging/branches.ts';
import type { Page, PageRequest } from '#platform/db/paging/read-page.ts';
import { isLike, startsWithDigits } from '#platform/db/search-text.ts';

type CharacterListing = PageRequest & {
  search: string;
  sort: keyof typeof ORDERS;
  account?: number | undefined;
};

export type ListedCharacter = {
  accountId: number;
  userName: string;
  name: string;
  level: number;
  class: string;
  reportedAt: string;
};

/** As its index has it: bytes in order serve sorting and the search for first letters alike. */
const SORT_NAME = sql`lower(name) collate "C"`;

/** What a list is sorted by besides account and name, and its order. Each follows an index, forward or backward. */
const ORDERS = {
  name: { by: SORT_NAME, order: sql`sorted_by, account_id, name` },
  '-name': { by: SORT_NAME, order: sql`sorted_by desc, account_id desc, name desc` },
  level: { by: sql`level`, order: sql`sorted_by, account_id, name` },
  '-level': { by: sql`level`, order: sql`sorted_by desc, account_id desc, name desc` },
  accountDBID: { by: sql`0`, order: sql`account_id, name` },
  '-accountDBID': { by: sql`0`, order: sql`account_id desc, name desc` },
};

/**
 * One page, and how many there are. Its keys are found first, which the indexes know by themselves. Not prepared:
 * its plan depends on what is searched for.
 */
export async function selectCharacterList(
  db: Db,
  { search, sort, account, ...request }: CharacterListing,
): Promise<Page<ListedCharacter>> {
  const { by, order } = ORDERS[sort];
  const keys = sql`select account_id, name, ${by} as sorted_by from characters`;
  return readBranchedPage(db, request, {
    branches: branchesOf(keys, search.trim(), account),
    order,
    countTo: 'page',
    select: async (page) => {
      const { rows } = await db.execute<ListedCharacter>(sql`
        select account_id as "accountId", user_name as "userName", name, level, class, reported_at as "reportedAt"
        from (${page}) as page
        join characters using (account_id, name) join accounts on accounts.id = account_id
        order by ${order}`);
      return rows;
    },
  });
}

/** By their own name, or by their account. */
function branchesOf(keys: SQL, search: string, account: number | undefined): SQL[] {
  const isOfAccount = account === undefined ? sql`true` : sql`account_id = ${account}`;
  if (search === '') return [sql`${keys} where ${isOfAccount}`];
  const conditions = [isLike(SORT_NAME, search), ...startsWithDigits(sql`account_id`, search)];
  return [
    sql`${keys} join (${accountsNamedLike(search)}) as named using (account_id) where ${isOfAccount}`,
    ...conditions.map((condition) => sql`${keys} where ${isOfAccount} and ${condition}`),
  ];
}
