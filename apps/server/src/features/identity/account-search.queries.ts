import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { beginsWith, hasTrigram, isLike } from '#platform/db/search-text.ts';
import { accountSearch } from './accounts.tables.ts';

// For statements without a name alone: the generic plan of a named one reads the whole trigram index.

const NAME = sql`account_search.user_name`;
const EMAIL = sql`account_search.email`;

/** True for a row of account_search whose name or e-mail address is like the text. */
export function nameOrEmailLike(text: string): SQL {
  const isEmailLike = emailLike(text);
  return canBeInName(text) ? sql`(${isLike(NAME, text)} or ${isEmailLike})` : isEmailLike;
}

/** What stands before the @ is looked up alone: half of all accounts may share the rest, and so its trigrams. */
function emailLike(text: string): SQL {
  const mailbox = text.slice(0, text.indexOf('@') + 1);
  if (mailbox.length <= 1) return isLike(EMAIL, text);
  if (!hasTrigram(mailbox)) return beginsWith(EMAIL, text);
  return sql`(${isLike(EMAIL, mailbox)} and strpos(${EMAIL}, lower(${text}::text)) > 0)`;
}

function canBeInName(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,20}$/.test(text);
}

/** A query of the ids, as `account_id`, of all accounts whose name is like the text. */
export function accountsNamedLike(text: string): SQL {
  return sql`select account_id from ${accountSearch} where ${isLike(NAME, text)}`;
}

/** So many are named one by one; of more, each row of a list is looked at, of which then not few match. */
const MAX_NAMED = 10_000;

/** What a list of something that accounts have is narrowed to by a name. */
export type NamedAccounts = { text: string; ids: number[]; areAll: boolean };

/** The accounts whose name is like the text; none for a text that is in no name. */
export async function findAccountsNamed(db: Pick<Db, 'execute'>, text: string): Promise<NamedAccounts> {
  if (!canBeInName(text)) return { text, ids: [], areAll: true };
  const { rows } = await db.execute<{ account_id: number }>(
    sql`${accountsNamedLike(text)} limit ${MAX_NAMED + 1}`,
  );
  const ids = rows.slice(0, MAX_NAMED).map(({ account_id: id }) => id);
  return { text, ids, areAll: rows.length <= MAX_NAMED };
}

/** True for a row whose account is one of these; undefined when there are none. */
export function isOfNamed(accountId: SQLWrapper, { text, ids, areAll }: NamedAccounts): SQL | undefined {
  if (ids.length === 0) return undefined;
  if (areAll) return sql`${accountId} = any(${sql.param(ids)}::int[])`;
  // Row by row in the order of the list, which is soon done where so many match.
  return sql`(select ${isLike(NAME, text)} from ${accountSearch}
    where account_search.account_id = ${accountId})`;
}
