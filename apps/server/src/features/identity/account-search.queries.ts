import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { beginsWith, contains, hasTrigram, isLike } from '#platform/db/search-text.ts';
import { accountSearch } from './accounts.tables.ts';

// Only for unprepared statements: the generic plan of a prepared one reads the whole trigram index.

const NAME = sql`account_search.user_name`;
/** What the trigram index has of a name: its first letter is needed for nothing but beginnings. */
const NAME_AFTER_FIRST = sql`substr(account_search.user_name, 2)`;
const EMAIL = sql`account_search.email`;

/**
 * SQL condition on account_search: name or e-mail address contains the text.
 *
 * @param hidden ids of accounts whose address matches nothing: a search by its beginnings would spell it out
 */
export function nameOrEmailLike(text: string, hidden: number[]): SQL {
  const others = nameOrEmailLikeAfterFirst(text, hidden);
  return canBeInName(text) ? sql`(${beginsWith(NAME, text)} or ${others})` : others;
}

/** The same without the names that merely begin with the text, which an index has in their order. */
export function nameOrEmailLikeAfterFirst(text: string, hidden: number[]): SQL {
  const isEmailLike =
    hidden.length === 0
      ? emailLike(text)
      : sql`(${emailLike(text)} and account_search.account_id <> all(${sql.param(hidden)}::int[]))`;
  return canBeInName(text) && hasTrigram(text)
    ? sql`(${contains(NAME_AFTER_FIRST, text)} or ${isEmailLike})`
    : isEmailLike;
}

/** Looks up only the part up to the @ in the index: half of all accounts may share the domain's trigrams. */
function emailLike(text: string): SQL {
  const mailbox = text.slice(0, text.indexOf('@') + 1);
  if (mailbox.length <= 1) return isLike(EMAIL, text);
  if (!hasTrigram(mailbox)) return beginsWith(EMAIL, text);
  return sql`(${isLike(EMAIL, mailbox)} and strpos(${EMAIL}, lower(${text}::text)) > 0)`;
}

function canBeInName(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,20}$/.test(text);
}

/** A query for the `account_id` of all accounts whose name contains the text. */
export function accountsNamedLike(text: string): SQL {
  const begins = beginsWith(NAME, text);
  const isNamed = hasTrigram(text) ? sql`(${begins} or ${contains(NAME_AFTER_FIRST, text)})` : begins;
  return sql`select account_id from account_search where ${isNamed}`;
}

/**
 * The same in two parts, because the index of the names has all that is read of those that begin with the text. Not to be
 * joined: where many are named so, the planner then reads all of the other table.
 */
function accountsNamedApart(text: string): SQL {
  const begins = beginsWith(NAME, text);
  const beginning = sql`select account_id from account_search where ${begins}`;
  if (!hasTrigram(text)) return beginning;
  return sql`${beginning} union all
    select account_id from account_search where ${contains(NAME_AFTER_FIRST, text)} and not ${begins}`;
}

/** Up to this many ids are listed in the query. With more, rows are tested one by one, and many of them match. */
const MAX_NAMED = 10_000;

/** The accounts that a list is filtered by. `areAll`: `ids` is complete. */
export type NamedAccounts = { text: string; ids: number[]; areAll: boolean };

/** Finds the accounts whose name contains the text; none for a text that no name can contain. */
export async function findAccountsNamed(db: Pick<Db, 'execute'>, text: string): Promise<NamedAccounts> {
  if (!canBeInName(text)) return { text, ids: [], areAll: true };
  const { rows } = await db.execute<{ account_id: number }>(
    sql`${accountsNamedApart(text)} limit ${MAX_NAMED + 1}`,
  );
  const ids = rows.slice(0, MAX_NAMED).map(({ account_id: id }) => id);
  return { text, ids, areAll: rows.length <= MAX_NAMED };
}

/** SQL condition: the row's account is one of these; undefined when there are none. */
export function isOfNamed(accountId: SQLWrapper, { text, ids, areAll }: NamedAccounts): SQL | undefined {
  if (ids.length === 0) return undefined;
  if (areAll) return sql`${accountId} = any(${sql.param(ids)}::int[])`;
  // Tests rows in the list's order, which finds a page quickly because many rows match.
  return sql`(select ${isLike(NAME, text)} from ${accountSearch}
    where account_search.account_id = ${accountId})`;
}
