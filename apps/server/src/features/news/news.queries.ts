import { and, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { createContentStore, isShown } from '#features/content/content.ts';
import { type Db, prepared } from '#platform/db/database.ts';
import { news } from './news.tables.ts';

/** Newest first. */
export const newsStore = createContentStore({
  table: news,
  name: 'news',
  sortedBy: news.publishedAt,
  searched: [news.title, news.category],
});

/** An event without an end is over after this time. */
const ENDLESS_EVENT_HOURS = 24;

const hasStarted = sql`${news.eventStartsAt} <= now()`;
const isOver = sql`coalesce(${news.eventEndsAt},
  ${news.eventStartsAt} + make_interval(hours => ${sql.raw(String(ENDLESS_EVENT_HOURS))})) <= now()`;

const currentEvent = prepared((db) => {
  const { body: _body, bodyHtml: _bodyHtml, ...columns } = getTableColumns(news);
  return (
    db
      // Never null here: see the condition.
      .select({ ...columns, eventStartsAt: sql<Date>`${news.eventStartsAt}`.mapWith(news.eventStartsAt) })
      .from(news)
      .where(and(isShown(news), isNotNull(news.eventStartsAt), sql`not ${isOver}`))
      .orderBy(
        sql`${hasStarted} desc`,
        sql`case when ${hasStarted} then ${news.eventStartsAt} end desc`,
        news.eventStartsAt,
        news.id,
      )
      .limit(1)
      .prepare('current_event')
  );
});

export type EventRow = NonNullable<Awaited<ReturnType<typeof selectCurrentEvent>>>;

/** The published event that runs, of several the one that began last; otherwise the next one that begins. */
export async function selectCurrentEvent(db: Db) {
  const [row] = await currentEvent(db).execute();
  return row;
}
