import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { containing } from '#platform/db/lists.ts';

/** So many are named one by one; of more, each row of a list is looked at. */
const MAX_NAMED = 1000;

/** What a list is narrowed to by the name of an account. */
export type NamedAccounts = { term: string; ids: number[]; areAll: boolean };

/**
 * The accounts whose name contains the term, for lists that tell of accounts. Runs unnamed: a plan for any term at
 * all would not search by the trigrams of this one.
 */
export async function findAccountsNamed(db: Db, term: string): Promise<NamedAccounts> {
  // Shorter than any name and without a trigram, or with letters that no name has.
  if (!/^[A-Za-z0-9_-]{3,20}$/.test(term)) return { term, ids: [], areAll: true };
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from accounts where user_name ilike ${containing(term)} limit ${MAX_NAMED + 1}`);
  return { term, ids: rows.map(({ id }) => id).slice(0, MAX_NAMED), areAll: rows.length <= MAX_NAMED };
}

/** Whether the account of a row is one of these; undefined when there is none. */
export function isOfNamed(accountId: SQLWrapper, { term, ids, areAll }: NamedAccounts): SQL | undefined {
  if (ids.length === 0) return undefined;
  if (areAll) return sql`${accountId} = any(${sql.param(ids)}::int[])`;
  return sql`(select a.user_name ilike ${containing(term)} from accounts a where a.id = ${accountId})`;
}
