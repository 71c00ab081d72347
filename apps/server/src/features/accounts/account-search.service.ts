import { type SQL, sql } from 'drizzle-orm';
import { containing } from '#platform/db/lists.ts';
import { accountSearch } from './accounts.tables.ts';

// For statements without a name alone: the generic plan of a named one reads the whole trigram index.

/** True for a row of account_search whose name or e-mail address is like the text. */
export function nameOrEmailLike(text: string): SQL {
  return sql`(${like(sql`account_search.user_name`, text)} or ${like(sql`account_search.email`, text)})`;
}

/** A query of the ids, as `account_id`, of all accounts whose name is like the text. */
export function accountsNamedLike(text: string): SQL {
  return sql`select account_id from ${accountSearch} where ${like(sql`account_search.user_name`, text)}`;
}

/** Contains the text, or begins with it where it is too short for the trigram index. */
function like(column: SQL, text: string): SQL {
  const anywhere = containing(text);
  const pattern = hasTrigram(text) ? anywhere : anywhere.slice(1);
  // The columns have small letters; `ilike` would find beginnings in no plain index.
  return sql`${column} like lower(${pattern}::text)`;
}

/** Three letters or digits in a row, or two at the edge of a word: what pg_trgm cuts a pattern into. */
function hasTrigram(text: string): boolean {
  return /[a-z0-9]{3}|[@._+-][a-z0-9]{2}|[a-z0-9]{2}[@._+-]/i.test(text);
}
