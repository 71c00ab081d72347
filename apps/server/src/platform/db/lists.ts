import { COUNT_LIMIT, type PageSize } from '@waygate/contract/lists';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from './database.ts';

const MAX_ID = 2_147_483_647;

/** A pattern for `ilike` that finds this very text anywhere. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * Contains the text, or begins with it where it is too short for a trigram index.
 *
 * @param column of small letters, as `ilike` would find beginnings in no plain index
 */
export function isLike(column: SQL, text: string): SQL {
  return hasTrigram(text) ? sql`${column} like lower(${containing(text)}::text)` : beginsWith(column, text);
}

/** @param column of small letters */
export function beginsWith(column: SQL, text: string): SQL {
  return sql`${column} like lower(${containing(text).slice(1)}::text)`;
}

/** Three letters or digits in a row, or two at the edge of a word: what pg_trgm cuts a pattern into. */
export function hasTrigram(text: string): boolean {
  return /[a-z0-9]{3}|[@._+-][a-z0-9]{2}|[a-z0-9]{2}[@._+-]/i.test(text);
}

/** The id that the text may mean; undefined for any other text. */
export function idIn(text: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined;
  const id = Number(text);
  return id <= MAX_ID ? id : undefined;
}

/**
 * How many rows the query finds. Counting stops early, save for a list that is scrolled from end to end.
 *
 * @param rows a select without a limit; what it selects does not matter
 */
export async function countRows(
  db: Pick<Db, 'execute'>,
  rows: SQLWrapper,
  { pageSize }: { pageSize: PageSize },
): Promise<{ total: number; totalIsExact: boolean }> {
  const limited = pageSize === 'all' ? rows : sql`${rows} limit ${COUNT_LIMIT + 1}`;
  const answer = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${limited}) as counted`,
  );
  const count = answer.rows[0]?.count ?? 0;
  if (pageSize === 'all' || count <= COUNT_LIMIT) return { total: count, totalIsExact: true };
  return { total: COUNT_LIMIT, totalIsExact: false };
}
