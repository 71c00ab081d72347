import { and, type SQL, sql } from 'drizzle-orm';
import { accountsNamedLike } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import { countBranches, readBranchedPage, readFirstRows } from '#platform/db/paging/branches.ts';
import type { Page, PageRequest } from '#platform/db/paging/read-page.ts';
import { isLike, startsWithDigits } from '#platform/db/search-text.ts';

type CharacterFilter = {
  search: string;
  account?: number | undefined;
  server?: number | undefined;
};

type CharacterListing = CharacterFilter & PageRequest & { sort: keyof typeof ORDERS };

export type ListedCharacter = {
  accountId: number;
  userName: string;
  serverId: number;
  serverName: string;
  characterId: string;
  isOnline: boolean;
  name: string;
  level: number;
  class: string;
  reportedAt: string;
};

/** As its index has it: bytes in order serve sorting and the search for first letters alike. */
const SORT_NAME = sql`lower(name) collate "C"`;

const KEY = sql`account_id, server_id, character_id`;
const KEY_DOWN = sql`account_id desc, server_id desc, character_id desc`;

/** What a list is sorted by besides its key, and its order. Each follows an index, forward or backward. */
const ORDERS = {
  name: { by: SORT_NAME, order: sql`sorted_by, ${KEY}` },
  '-name': { by: SORT_NAME, order: sql`sorted_by desc, ${KEY_DOWN}` },
  level: { by: sql`level`, order: sql`sorted_by, ${KEY}` },
  '-level': { by: sql`level`, order: sql`sorted_by desc, ${KEY_DOWN}` },
  accountDBID: { by: sql`0`, order: KEY },
  '-accountDBID': { by: sql`0`, order: KEY_DOWN },
};

/**
 * One page, and how many there are. Its keys are found first, which the indexes know by themselves. Not prepared:
 * its plan depends on what is searched for.
 */
export async function selectCharacterList(
  db: Db,
  { sort, ...listing }: CharacterListing,
): Promise<Page<ListedCharacter>> {
  const { by, order } = ORDERS[sort];
  const keys = sql`select ${KEY}, ${by} as sorted_by from characters`;
  return readBranchedPage(db, listing, {
    branches: branchesOf(keys, listing),
    order,
    countTo: 'page',
    select: (page) => selectCharacters(db, page, order),
  });
}

const KEYS = sql`select ${KEY}, 0 as sorted_by from characters`;

/** The next characters after one of them, or the first, by account. */
export function selectCharactersAfter(
  db: Db,
  filter: CharacterFilter,
  { after, limit }: { after: ListedCharacter | undefined; limit: number },
): Promise<ListedCharacter[]> {
  const isNext = after && sql`(${KEY}) > (${after.accountId}, ${after.serverId}, ${after.characterId})`;
  const found = { branches: branchesOf(KEYS, filter, isNext), order: KEY };
  return readFirstRows(found, limit, (page) => selectCharacters(db, page, KEY));
}

export function countCharacters(db: Db, filter: CharacterFilter, most: number): Promise<number> {
  return countBranches(db, { branches: branchesOf(KEYS, filter), order: KEY }, most);
}

async function selectCharacters(db: Db, page: SQL, order: SQL): Promise<ListedCharacter[]> {
  const { rows } = await db.execute<ListedCharacter>(sql`
    select account_id as "accountId", user_name as "userName", server_id as "serverId", game_servers.name as "serverName",
           character_id as "characterId", is_online as "isOnline", characters.name, level, class,
           reported_at as "reportedAt"
    from (${page}) as page
    join characters using (account_id, server_id, character_id) join accounts on accounts.id = account_id
    join game_servers on game_servers.id = server_id
    order by ${order}`);
  return rows;
}

/** By their own name, or by their account. */
function branchesOf(keys: SQL, { search: text, account, server }: CharacterFilter, isNext?: SQL): SQL[] {
  const search = text.trim();
  const isChosen =
    and(
      isNext,
      account === undefined ? undefined : sql`account_id = ${account}`,
      server === undefined ? undefined : sql`server_id = ${server}`,
    ) ?? sql`true`;
  if (search === '') return [sql`${keys} where ${isChosen}`];
  const conditions = [isLike(SORT_NAME, search), ...startsWithDigits(sql`account_id`, search)];
  return [
    sql`${keys} join (${accountsNamedLike(search)}) as named using (account_id) where ${isChosen}`,
    ...conditions.map((condition) => sql`${keys} where ${isChosen} and ${condition}`),
  ];
}
