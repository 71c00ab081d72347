import { COUNT_LIMIT, type PageSize } from '@waygate/contract/lists';
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from './database.ts';

const MAX_ID = 2_147_483_647;

/** A pattern for `ilike` that finds this very text anywhere. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
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
