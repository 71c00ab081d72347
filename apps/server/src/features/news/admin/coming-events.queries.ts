import { type ComingUp, COMING_UP_DAYS } from '@waygate/contract/today/today.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** Events that begin or end within `COMING_UP_DAYS`, of articles that visitors can read now or by then. */
export async function selectComingEvents(db: Db, limit: number): Promise<ComingUp[]> {
  const { rows } = await db.execute<ComingUp>(sql`
    select kind, id, title, at
    from news cross join lateral
      (values ('event_begins', event_starts_at), ('event_ends', event_ends_at)) as times (kind, at)
    -- Articles with an event are few, and have an index.
    where event_starts_at is not null and status = 'published' and published_at <= at and (published_until is null or published_until > now())
      and at > now() and at < now() + make_interval(days => ${COMING_UP_DAYS})
    order by at, id limit ${limit}`);
  return rows;
}
