import type { ContentState } from '@waygate/contract/content-status';
import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { ContentTable } from './content.tables.ts';

/** Whether visitors see a row of news or patch notes now, for statements that are written as text. */
export const SHOWN = `status = 'published' and published_at <= now() and (published_until is null or published_until > now())`;

/** The same for a table: whether visitors see the row now, by the database's clock. */
export function isShown(content: Pick<ContentTable, 'status' | 'publishedAt' | 'publishedUntil'>): SQL {
  const now = sql`now()`;
  const hasNotEnded = or(isNull(content.publishedUntil), gt(content.publishedUntil, now));
  // Never undefined: it has conditions.
  return and(eq(content.status, 'published'), lte(content.publishedAt, now), hasNotEnded) as SQL;
}

/** The same for each state that staff see, as `contentStateAt` says it. */
export function isInState(content: ContentTable, state: ContentState): SQL | undefined {
  const isPublished = eq(content.status, 'published');
  const hasEnded = lte(content.publishedUntil, sql`now()`);
  switch (state) {
    case 'draft':
      return eq(content.status, 'draft');
    case 'scheduled':
      return and(isPublished, gt(content.publishedAt, sql`now()`), sql`${hasEnded} is not true`);
    case 'live':
      return isShown(content);
    case 'ended':
      return and(isPublished, hasEnded);
  }
}

/** `now` is the database's time; `next` is null when nothing is planned. */
export type NextChange = { now: Date; next: Date | null };

/** The first moment after `since`, or after now, at which a row appears or ends. */
export async function selectNextChange(
  db: Db,
  content: ContentTable,
  since: Date | undefined,
): Promise<NextChange> {
  const after = sql`coalesce(${since?.toISOString() ?? null}::timestamptz, now())`;
  const firstOf = (moment: ContentTable['publishedAt']) =>
    sql`(select min(${moment}) from ${content} where ${content.status} = 'published' and ${moment} > ${after})`;
  const next = sql`least(${firstOf(content.publishedAt)}, ${firstOf(content.publishedUntil)})`;
  const { rows } = await db.execute<{ now: string; next: string | null }>(
    sql`select now()::text as now, ${next}::text as next`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database returned no time.');
  return { now: new Date(row.now), next: row.next === null ? null : new Date(row.next) };
}
